// SPDX-License-Identifier: Apache-2.0
// Runs ptxcheck, compiled for WASI, apart from the page. A message {id, module, args, files, input, output} is answered by
// {id, status, out, err, file}, or by {id, failure} if the program could not run to its end.
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

const encoder = new TextEncoder();

function collector() {
  const decoder = new TextDecoder();
  let text = "";
  return { stream: new ConsoleStdout((bytes) => (text += decoder.decode(bytes, { stream: true }))), text: () => text };
}

function run(module, { args, files = {}, input = "", output }) {
  const out = collector();
  const err = collector();
  const entries = Object.entries(files).map(([name, text]) => [name, new File(encoder.encode(text))]);
  const root = new PreopenDirectory("/", new Map(entries));
  const stdin = new OpenFile(new File(encoder.encode(input)));
  const wasi = new WASI(["ptxcheck", ...args], ["PWD=/"], [stdin, out.stream, err.stream, root]);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const status = wasi.start(instance);
  const written = output && root.dir.contents.get(output);
  return { status, out: out.text(), err: err.text(), file: written ? new TextDecoder().decode(written.data) : "" };
}

self.onmessage = ({ data }) => {
  try {
    self.postMessage({ id: data.id, ...run(data.module, data) });
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error.message ?? error) });
  }
};

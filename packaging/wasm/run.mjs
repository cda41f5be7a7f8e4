// SPDX-License-Identifier: Apache-2.0
// run.mjs PROGRAM.wasm ARGUMENT...: runs a program for WASI with the files of this machine.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...words] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: ["ptxcheck", ...words],
  env: { ...process.env, PWD: process.cwd() },
  preopens: { "/": "/" }, // PWD says where relative paths start
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);

// SPDX-License-Identifier: Apache-2.0
// Sends requests to the worker, one at a time. A request replaces a waiting one with the same key, which then returns null.

const CAPABILITIES = { textDocument: { hover: { contentFormat: ["markdown"] } } };
const LIMIT = 30000; // milliseconds that a request may take before the worker is replaced

async function compile() {
  const answer = await fetch(new URL("ptxcheck.wasm", import.meta.url));
  if (!answer.ok) throw new Error(`cannot load ptxcheck.wasm: ${answer.status}`);
  // Files of another type cannot be streamed, and not every server knows this one.
  if (answer.headers.get("content-type") !== "application/wasm") return WebAssembly.compile(await answer.arrayBuffer());
  return WebAssembly.compileStreaming(answer);
}

export class Engine {
  #module = compile(); // here and not in the worker, so that it is loaded while the worker starts, and only once
  #worker = null;
  #waiting = [];
  #current = null;
  #last = 0;

  run(key, request) {
    for (const one of this.#waiting.filter((other) => other.key === key)) one.resolve(null);
    this.#waiting = this.#waiting.filter((other) => other.key !== key);
    return new Promise((resolve) => {
      this.#waiting.push({ key, request, resolve });
      this.#next();
    });
  }

  // The messages are sent to one language server, which ends after the last one; the result of message `id` is returned.
  async ask(key, file, text, language, method, position) {
    const uri = `file:///${file}`;
    const messages = [
      { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: CAPABILITIES } },
      { method: "initialized", params: {} },
      { method: "textDocument/didOpen", params: { textDocument: { uri, languageId: language, version: 1, text } } },
      { id: 2, method, params: { textDocument: { uri }, position } },
      { id: 3, method: "shutdown" },
      { method: "exit" },
    ].map((message) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      return `Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`;
    });
    const answer = await this.run(key, { args: ["lsp"], input: messages.join("") });
    if (!answer || answer.failure) return null;
    const bodies = answer.out.split(/Content-Length: \d+\r\n\r\n/).filter(Boolean).map((body) => JSON.parse(body));
    return bodies.find((body) => body.id === 2)?.result ?? null;
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url));
    this.#worker.onmessage = ({ data }) => this.#finish(data);
    this.#worker.onerror = (event) => this.#restart(event.message || "the worker cannot be started");
  }

  #restart(failure) {
    this.#worker.terminate();
    this.#worker = null;
    this.#finish({ id: this.#current?.id, failure });
  }

  #finish(answer) {
    if (!this.#current || answer.id !== this.#current.id) return;
    clearTimeout(this.#current.timer);
    const { resolve } = this.#current;
    this.#current = null;
    resolve(answer);
    this.#next();
  }

  async #next() {
    if (this.#current || !this.#waiting.length) return;
    if (!this.#worker) this.#start();
    const { request, resolve } = this.#waiting.shift();
    const id = ++this.#last;
    const timer = setTimeout(() => this.#restart(`stopped after ${LIMIT / 1000} seconds`), LIMIT);
    this.#current = { id, resolve, timer };
    try {
      const module = await this.#module;
      this.#worker.postMessage({ id, module, ...request });
    } catch (error) {
      this.#restart(error.message);
    }
  }
}

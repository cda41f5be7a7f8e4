// SPDX-License-Identifier: Apache-2.0
// A server for the files of a folder that compresses them, as those of real sites do, and counts what it sends.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".png": "image/png",
  ".svg": "image/svg+xml", ".txt": "text/plain", ".wasm": "application/wasm",
};

// Returns the address, the sizes of all answers by path, and a function that ends the server.
export async function serve(folder) {
  const sent = new Map();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = join(folder, normalize(path));
    try {
      if ((await stat(file)).isDirectory()) file = join(file, "index.html");
      const body = gzipSync(await readFile(file));
      sent.set(path, body.length);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": "gzip" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { address: `http://127.0.0.1:${server.address().port}`, sent, close };
}

// SPDX-License-Identifier: Apache-2.0
// build.mjs MODULES PROGRAM.wasm SITE: bundles the playground into SITE/playground with the packages of MODULES, and writes the
// service worker with the list of its files.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, program, site] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const { build } = createRequire(join(modules, "."))("esbuild");
const out = join(site, "playground");

await mkdir(out, { recursive: true });
const { metafile } = await build({
  entryPoints: ["main.js", "worker.js", "style.css"].map((name) => join(here, "playground", name)),
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  loader: { ".ptx": "text", ".cu": "text", ".json": "text" },
  nodePaths: [modules],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
// The licenses of all packages that are in the bundles.
const inside = Object.keys(metafile.inputs).map((path) => /(^.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
const licenses = [...new Set(inside.filter(Boolean))].sort().map(async (folder) => {
  const name = (await readdir(folder)).filter((file) => /^LICENSE/i.test(file)).sort().pop();
  return `${folder.split("node_modules/").pop()}\n\n${await readFile(join(folder, name), "utf8")}`;
});
await writeFile(join(out, "LICENSES.txt"), (await Promise.all(licenses)).join("\n----\n\n"));
await copyFile(join(here, "playground", "index.html"), join(out, "index.html"));
await copyFile(program, join(out, "ptxcheck.wasm"));

const hash = createHash("sha256");
for (const name of (await readdir(out)).sort()) hash.update(name).update(await readFile(join(out, name)));
hash.update(await readFile(join(site, "sitemap.xml"))).update(await readFile(join(site, "search", "search_index.json")));
const files = ["main.js", "worker.js", "style.css", "ptxcheck.wasm", ""].map((name) => `playground/${name}`);
const names = `const VERSION = "${hash.digest("hex").slice(0, 16)}";\nconst FILES = ${JSON.stringify([...files, "site/icon.svg"])};\n`;
await writeFile(join(site, "sw.js"), names + (await readFile(join(here, "sw.js"), "utf8")));

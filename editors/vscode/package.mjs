// SPDX-License-Identifier: Apache-2.0
// npm run package: one file of JavaScript, the licences of what is in it, and ptxcheck.vsix of all.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const result = await build({
  entryPoints: ["extension.js"],
  outfile: "out/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node18",
  external: ["vscode"],
  metafile: true,
});

function licenceOf(name) {
  const file = ["LICENSE", "LICENSE.md", "License.txt", "LICENSE.txt"]
    .map((base) => `node_modules/${name}/${base}`)
    .find(existsSync);
  if (!file) throw new Error(`no licence of ${name}`);
  return `==== ${name}\n\n${readFileSync(file, "utf8").trim()}\n`;
}

const inputs = Object.keys(result.metafile.inputs);
const names = inputs.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]).filter(Boolean);
writeFileSync("LICENSES-of-others.txt", [...new Set(names)].sort().map(licenceOf).join("\n"));

execFileSync("node_modules/.bin/vsce",
  ["package", "--no-dependencies", "--allow-missing-repository", "--out", "ptxcheck.vsix"], { stdio: "inherit" });

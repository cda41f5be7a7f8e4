// SPDX-License-Identifier: Apache-2.0
// steady.mjs FILE...: compares, for each word of PTX, the scope of the grammar with the scope of the server's semantic
// token (`semanticTokenScopes` of package.json). Where they are equal, no theme changes a color when the tokens arrive.
// Prints each kind of difference once, with its count, and the number of words.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { EDITORS, PTXCHECK } = process.env;
const extension = resolve(import.meta.dirname, "../../../editors/vscode");
const require = createRequire(join(resolve(EDITORS, "vscode"), "package.json"));
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
const rpc = require("vscode-jsonrpc/node");

const manifest = JSON.parse(readFileSync(join(extension, "package.json")));
// What VS Code itself does for the types that have no row in package.json.
const scopes = { comment: ["comment"], string: ["string"], number: ["constant.numeric"] };
Object.assign(scopes, manifest.contributes.semanticTokenScopes[0].scopes);

async function grammar() {
  const wasm = require.resolve("vscode-oniguruma").replace(/main\.js$/, "onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: {
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    },
    loadGrammar: () => textmate.parseRawGrammar(readFileSync(join(extension, "syntaxes/ptx.tmLanguage.json"), "utf8"), "g.json"),
  });
  return registry.loadGrammar("source.ptx");
}

function* decode(data, legend) {
  let line = 0, column = 0;
  for (let i = 0; i < data.length; i += 5) {
    column = data[i] ? data[i + 1] : column + data[i + 1];
    line += data[i];
    const modifiers = legend.tokenModifiers.filter((_, bit) => data[i + 4] & (1 << bit));
    yield { line, column, length: data[i + 2], type: legend.tokenTypes[data[i + 3]], modifiers };
  }
}

const scopeOf = (token) => (token.modifiers.includes("readonly") && scopes[`${token.type}.readonly`]) || scopes[token.type];

const differences = new Map();
let words = 0;
function compare(text, token, parts) {
  const wanted = scopeOf(token)?.[0];
  words++;
  for (const part of parts) {
    if (part.endIndex <= token.column || part.startIndex >= token.column + token.length) continue;
    const found = part.scopes.at(-1);
    if (wanted && (found === wanted || found.startsWith(`${wanted}.`))) continue;
    const what = `${token.type}: ${wanted}, not ${found}`;
    const example = text.slice(token.column, token.column + token.length);
    const entry = differences.get(what) ?? { count: 0, example, line: text };
    differences.set(what, { ...entry, count: entry.count + 1 });
    return;
  }
}

const server = spawn(PTXCHECK, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(server.stdout, server.stdin);
connection.listen();
const { capabilities } = await connection.sendRequest("initialize", { processId: null, capabilities: {} });
const ptx = await grammar();
for (const file of process.argv.slice(2)) {
  const text = file.endsWith(".xz") ? execFileSync("xz", ["-dc", file], { encoding: "utf8" }) : readFileSync(file, "utf8");
  const uri = pathToFileURL(file).href;
  const lines = text.split(/\r?\n/);
  let state = textmate.INITIAL;
  const parts = lines.map((line) => {
    const result = ptx.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens;
  });
  connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "ptx", version: 1, text } });
  const { data } = await connection.sendRequest("textDocument/semanticTokens/full", { textDocument: { uri } });
  connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  for (const token of decode(data, capabilities.semanticTokensProvider.legend)) compare(lines[token.line], token, parts[token.line]);
}
for (const [what, { count, example, line }] of differences) console.log(`${count} ${what}: '${example}' in '${line.trim()}'`);
console.log(`${words} words, ${[...differences.values()].reduce((sum, { count }) => sum + count, 0)} differences`);
await connection.sendRequest("shutdown");
connection.sendNotification("exit");
server.on("exit", () => process.exit());

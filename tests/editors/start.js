// SPDX-License-Identifier: Apache-2.0
// start.js PATH: prints what the extension runs when the setting 'ptxcheck.path' is PATH, without VS Code.
const Module = require("module");
const { homedir } = require("os");
const { join } = require("path");

const told = [];
const nothing = () => ({ dispose() {} });
const vscode = {
  commands: { registerCommand: nothing, executeCommand: nothing },
  env: {},
  window: {
    createOutputChannel: () => ({ appendLine() {}, show() {}, dispose() {} }),
    showErrorMessage: async (text) => told.push(text),
  },
  workspace: {
    getConfiguration: () => ({ get: () => process.argv[2] }),
    onDidChangeConfiguration: nothing,
    workspaceFolders: [{ uri: { scheme: "file", fsPath: "/workspace" } }],
  },
};
class LanguageClient {
  constructor(id, name, server) {
    told.push(`server in ${server.options.cwd === homedir() ? "the home" : server.options.cwd}: ${server.command}`);
  }
  async start() {}
}
const spawnSync = (command, words, { cwd }) => {
  told.push(`run in ${cwd === homedir() ? "the home" : cwd}: ${command}`);
  return { status: 0 };
};
const stubs = { vscode, "vscode-languageclient/node": { LanguageClient }, child_process: { spawnSync } };
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] || load(name, ...rest);

const extension = require(join(__dirname, "../../editors/vscode/extension.js"));
extension.activate({ subscriptions: [] }).then(() => console.log(told.join("\n")));

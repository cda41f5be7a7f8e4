// SPDX-License-Identifier: Apache-2.0
// Starts `ptxcheck lsp` for PTX and C++, and stops it. The server asks for its settings itself.
const { spawnSync } = require("child_process");
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["ptx", "cuda-cpp", "cpp"];
const SCHEMES = ["file", "untitled"];

let client;

function program() {
  return workspace.getConfiguration("ptxcheck").get("path") || "ptxcheck";
}

async function complain(why) {
  const settings = "Open Settings";
  const choice = await window.showErrorMessage(`ptxcheck: ${why}`, settings);
  if (choice === settings) await commands.executeCommand("workbench.action.openSettings", "ptxcheck.path");
}

async function start() {
  const command = program();
  const found = spawnSync(command, ["--version"], { timeout: 10000 });
  if (found.error || found.status !== 0) {
    complain(`cannot run '${command}'. Is it installed? The setting 'ptxcheck.path' says where.`);
    return;
  }
  const documentSelector = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
  client = new LanguageClient("ptxcheck", "ptxcheck", { command, args: ["lsp"] }, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    complain(`the language server does not start: ${error.message}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

function fixAll() {
  return commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.ptxcheck", apply: "first" });
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("ptxcheck.restart", restart),
    commands.registerCommand("ptxcheck.showLog", () => client && client.outputChannel.show()),
    commands.registerCommand("ptxcheck.fixAll", fixAll),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("ptxcheck.path") && restart()),
  );
  await start();
}

module.exports = { activate, deactivate: stop };

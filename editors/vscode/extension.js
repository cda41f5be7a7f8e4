// SPDX-License-Identifier: Apache-2.0
// Starts `ptxcheck lsp` for PTX and C++, and stops it. The server asks for its settings itself.
const { spawnSync } = require("child_process");
const { existsSync } = require("fs");
const { homedir } = require("os");
const { isAbsolute, join } = require("path");
const { commands, env, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["ptx", "cuda-cpp", "cpp"];
const SCHEMES = ["file", "untitled"];

// VS Code takes the semantic tokens of a document from one extension only. Those of C++ are clangd's: the grammar colors the
// PTX in asm.
function onlyPtx(document, ...rest) {
  const next = rest.pop();
  return document.languageId === "ptx" ? next(document, ...rest) : undefined;
}
const middleware = {
  provideDocumentSemanticTokens: onlyPtx,
  provideDocumentSemanticTokensEdits: onlyPtx,
  provideDocumentRangeSemanticTokens: onlyPtx,
};

let log;
let client;
let last = Promise.resolve(); // Runs starts and stops in order: a server that is still starting cannot be stopped.

// Packages for one platform contain the program, which is used unless the setting names another one. A workspace must
// not decide which program runs, so a path is absolute, and the working directory is not that of the workspace: Windows
// searches it for a name, before PATH.
function program() {
  const path = workspace.getConfiguration("ptxcheck").get("path") || "ptxcheck";
  const bundled = join(__dirname, "..", "bin", process.platform === "win32" ? "ptxcheck.exe" : "ptxcheck");
  if (path === "ptxcheck" && existsSync(bundled)) return bundled;
  return path.replace(/^~(?=[\\/])/, homedir());
}

// When the extension runs on a remote machine, the user settings do not contain that machine's settings.
function openSettings() {
  const which = env.remoteName ? "openRemoteSettings" : "openSettings";
  return commands.executeCommand(`workbench.action.${which}`, { query: "ptxcheck.path" });
}

async function complain(why) {
  const settings = "Open Settings";
  log.appendLine(why);
  const choice = await window.showErrorMessage(`ptxcheck: ${why}`, settings);
  if (choice === settings) await openSettings();
}

async function start() {
  const command = program();
  const cwd = homedir();
  if (/[\\/]/.test(command) && !isAbsolute(command)) {
    complain(`'${command}' is a relative path. The setting 'ptxcheck.path' is an absolute path or a name in PATH.`);
    return;
  }
  const found = spawnSync(command, ["--version"], { cwd, timeout: 10000 });
  if (found.error || found.status !== 0) {
    complain(`cannot run '${command}'. Is it installed? The setting 'ptxcheck.path' says where.`);
    return;
  }
  const documentSelector = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
  const server = { command, args: ["lsp"], options: { cwd } };
  client = new LanguageClient("ptxcheck", "ptxcheck", server, { documentSelector, middleware, outputChannel: log });
  try {
    await client.start();
  } catch (error) {
    complain(`the language server does not start: ${error.message || error}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) await running.stop().catch(() => {}); // It may have died.
}

function restart() {
  last = last.then(stop).then(start);
  return last;
}

function fixAll() {
  return commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.ptxcheck", apply: "first" });
}

async function activate(context) {
  log = window.createOutputChannel("ptxcheck");
  context.subscriptions.push(
    log,
    commands.registerCommand("ptxcheck.restart", restart),
    commands.registerCommand("ptxcheck.showLog", () => log.show()),
    commands.registerCommand("ptxcheck.fixAll", fixAll),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("ptxcheck.path") && restart()),
  );
  await restart();
}

function deactivate() {
  return last.then(stop);
}

module.exports = { activate, deactivate };

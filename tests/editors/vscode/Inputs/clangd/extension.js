// SPDX-License-Identifier: Apache-2.0
// Replaces the extension for clangd, which is only in the marketplace: starts clangd in the same way.
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate() {
  const documentSelector = ["cuda-cpp", "cpp"].map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("clangd", { command: process.env.CLANGD, args: ["--background-index=0"] }, { documentSelector });
  await client.start();
}

module.exports = { activate, deactivate: () => client?.stop() };

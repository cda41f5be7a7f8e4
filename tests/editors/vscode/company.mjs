// SPDX-License-Identifier: Apache-2.0
import { say, session } from "./session.mjs";

const settings = { "ptxcheck.path": process.env.PTXCHECK, "ptxcheck.arch": "sm_90" };

await session(settings, async (editor) => {
  await editor.open("company.cu");
  const rows = await editor.problems((found) => ["clang", "ptxcheck"].every((source) => found.some((row) => row.includes(source))));
  rows.sort().forEach((row) => say(`problem: ${row}`));
  await editor.command("View: Toggle Panel Visibility");

  // Each server answers for its part, and the PTX is colored word by word although clangd colors the document.
  say(`clangd: ${(await editor.hover("twice", "function")).split("\n")[0]}`);
  await editor.keys.press("Escape");
  const line = editor.page.locator(".view-line", { hasText: "setp.ne.b32" });
  const colors = await line.locator("span > span").evaluateAll((spans) => spans.map((span) => [span.textContent.trim(), getComputedStyle(span).color]));
  const color = (word) => colors.find(([text]) => text === word)?.[1];
  say(`colors: ${new Set(["setp", "%1", "0"].map(color)).size} of 3, p like %1: ${color("p") === color("%1")}`);
  say(`ptxcheck: ${(await editor.hover("setp", "predicates")).split("\n")[0]}`);
  await editor.picture("vscode-clangd");
}, [process.env.CLANGD_VSIX]);

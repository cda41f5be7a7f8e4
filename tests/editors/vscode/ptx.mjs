// SPDX-License-Identifier: Apache-2.0
import { say, session } from "./session.mjs";

const settings = { "ptxcheck.path": process.env.PTXCHECK };
const COMMENT = "#12ab34"; // of a semantic token only
const waiting = { ...settings, "editor.semanticHighlighting.enabled": false };
const painted = {
  ...settings, "editor.semanticHighlighting.enabled": true,
  "editor.semanticTokenColorCustomizations": { enabled: true, rules: { comment: COMMENT } },
};

// The colors of the grammar, and those after the tokens of the server have come, which the color of comments shows.
async function compareColours(editor) {
  await editor.open("steady.ptx");
  await editor.part("tcgen05.cp").waitFor(); // of a line that the grammar has split
  await editor.part("ret").waitFor();
  const before = await editor.colours();
  await editor.configure(painted);
  await editor.page.waitForFunction((wanted) => {
    const comment = [...document.querySelectorAll(".editor-instance .view-line span > span")].find((span) => span.textContent.includes("tokens"));
    return comment && getComputedStyle(comment).color === wanted;
  }, "rgb(18, 171, 52)");
  const after = await editor.colours();
  const first = before.findIndex(([letter]) => letter === "."); // behind the comment
  const changed = after.slice(first).filter(([letter, colour], i) => `${[letter, colour]}` !== `${before[first + i]}`);
  say(`colors: ${new Set(after.slice(first).map(([, colour]) => colour)).size}, changed by the tokens: ${changed.length} of ${after.length - first}`);
}

await session(waiting, async (editor) => {
  await compareColours(editor);
  await editor.configure(settings);
  await editor.command("View: Close Editor");
  await editor.change("copy.ptx");
  await editor.squiggle().waitFor();
  say(`hover: ${(await editor.hover("tcgen05", "Tensor Memory")).split("\n")[0]}`);
  await editor.picture("vscode-hover");
  await editor.keys.press("Escape");

  say(`quick fix: ${await editor.quickFix(".128x25b", "replace")}`);
  await editor.picture("vscode-fix");
  await editor.keys.press("Enter");
  await editor.squiggle().waitFor({ state: "detached" });

  await editor.keys.press("End");
  await editor.keys.press("Enter");
  say(`completion: ${(await editor.completion("tcgen05.cp.cta_group::2.", ".128x256b")).sort().join(" ")}`);
  await editor.keys.press("Control+Space"); // with what it means
  await editor.details(".128x256b");
  await editor.keys.press("ArrowDown");
  say(`of the second: ${await editor.details(".4x256b")}`);
  await editor.picture("vscode-completion");
  await editor.keys.press("Enter");
  await editor.keys.type(" [%r1], %rd2;");
  await editor.save();
});

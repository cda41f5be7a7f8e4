// SPDX-License-Identifier: Apache-2.0
import { say, session } from "./session.mjs";

const settings = { "ptxcheck.path": process.env.PTXCHECK, "ptxcheck.arch": "sm_100a", "editor.autoIndent": "none" };

await session(settings, async (editor) => {
  await editor.open("copy.cu");
  await editor.squiggle().waitFor();
  (await editor.problems()).forEach((row) => say(`problem: ${row}`));
  await editor.command("View: Toggle Panel Visibility");

  say(`squiggle below: ${await editor.below(editor.squiggle())}`);
  say(`hover: ${(await editor.hover("tcgen05", "Tensor Memory")).split("\n")[0]}`);
  await editor.picture("vscode-cuda");
  await editor.keys.press("Escape");

  say(`quick fix: ${await editor.quickFix(".128x25b", "replace")}`);
  await editor.keys.press("Enter");
  await editor.squiggle().waitFor({ state: "detached" });

  await editor.keys.press("ArrowDown");
  await editor.keys.press("End");
  await editor.keys.insertText("\n    asm volatile(\"\" ::: \"memory\");");
  await editor.keys.press("Home");
  for (let i = 0; i < 14; i++) await editor.keys.press("ArrowRight");
  say(`completion: ${(await editor.completion("tcgen05.fence::", ".fence::after_thread_sync")).sort().join(" ")}`);
  await editor.keys.press("Enter");
  await editor.keys.type(";");
  await editor.save();
});

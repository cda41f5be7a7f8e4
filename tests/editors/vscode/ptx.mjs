// SPDX-License-Identifier: Apache-2.0
import { say, session } from "./session.mjs";

const colour = (word) => word.evaluate((span) => getComputedStyle(span).color);

await session({ "ptxcheck.path": process.env.PTXCHECK }, async (editor) => {
  await editor.open("copy.ptx");
  await editor.squiggle().waitFor();
  // The grammar's come first, the server's tokens some time behind the squiggle.
  const words = ["tcgen05", ".cp", "%rd1"];
  let colours;
  for (let tries = 0; tries < 100 && colours?.size !== words.length; tries++) {
    colours = new Set(await Promise.all(words.map((text) => colour(editor.word(text)))));
    await new Promise((done) => setTimeout(done, 100));
  }
  say(`colours: ${colours.size}`);

  say(`hover: ${(await editor.hover("tcgen05", "Tensor Memory")).split("\n")[0]}`);
  await editor.picture("vscode-hover");
  await editor.keys.press("Escape");

  say(`quick fix: ${await editor.quickFix(".128x25b", "replace")}`);
  await editor.picture("vscode-fix");
  await editor.keys.press("Enter");
  await editor.squiggle().waitFor({ state: "detached" });

  await editor.keys.press("End");
  await editor.keys.press("Enter");
  say(`completion: ${(await editor.completion("tcgen05.cp.cta_group::2.")).sort().join(" ")}`);
  await editor.keys.press("Control+Space"); // with what it means
  await editor.details(".128x256b");
  await editor.keys.press("ArrowDown");
  say(`of the second: ${await editor.details(".4x256b")}`);
  await editor.picture("vscode-completion");
  await editor.keys.press("Enter");
  await editor.keys.type(" [%r1], %rd2;");
  await editor.save();
});

// SPDX-License-Identifier: Apache-2.0
// For tests/installed.sh: the extension for one platform, which contains the program. No setting names another one.
import { say, session } from "./session.mjs";

await session({}, async (editor) => {
  await editor.open("broken.ptx");
  await editor.squiggle().waitFor();
  const hover = await editor.hover("setp", "setp");
  say(`installed in VS Code, squiggles appear, hover: ${hover.split("\n")[0]}`);
});

// SPDX-License-Identifier: Apache-2.0
import { say, session } from "./session.mjs";

const settings = { "ptxcheck.path": process.env.PTXCHECK, "editor.inlayHints.enabled": "off" };

await session(settings, async (editor) => {
  await editor.page.setViewportSize({ width: 860, height: 520 });
  await editor.open("looks.ptx");
  await editor.squiggle("warning").waitFor();

  // The finding, and the place that it refers to.
  await editor.command("Go to Next Problem in Files (Error, Warning, Info)");
  const zone = editor.page.locator(".peekview-widget .descriptioncontainer");
  await zone.filter({ hasText: "wgmma" }).first().waitFor();
  say(`finding: ${(await zone.innerText()).replace(/\s+/g, " ")}`);
  await editor.picture("vscode-protocol");
  await editor.keys.press("Escape");

  const product = editor.page.locator(".view-line", { hasText: "wgmma.mma_async" });
  const card = await editor.hoverOn(product.getByText("%rd2", { exact: true }).first(), "matrix descriptor");
  say(`hover: ${card.replace(/\s+/g, " ")}`);
  await editor.picture("vscode-descriptor");
  await editor.keys.press("Escape");

  await editor.part("%r10").click();
  await editor.keys.press("F2");
  const box = editor.page.locator(".rename-box input.rename-input");
  await box.waitFor();
  await box.fill("%thread");
  await editor.keys.press("Enter");
  await editor.part("%thread").waitFor();
  await editor.picture("vscode-rename");
  await editor.save();
});

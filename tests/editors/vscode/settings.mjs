// SPDX-License-Identifier: Apache-2.0
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { say, session } from "./session.mjs";

// The program, which notes each start of a server.
const outside = dirname(resolve(process.env.FOLDER));
const program = join(outside, "counted");
const starts = join(outside, "starts");
writeFileSync(program, `#!/bin/sh\n[ "$1" != lsp ] || echo start >> '${starts}'\nexec '${process.env.PTXCHECK}' "$@"\n`);
chmodSync(program, 0o755);
const started = () => (existsSync(starts) ? readFileSync(starts, "utf8").split("start").length - 1 : 0);

const good = { "ptxcheck.path": program };
const wrong = { "ptxcheck.path": "/nowhere/ptxcheck" };

await session(wrong, async (editor) => {
  await editor.open("settings.ptx");
  const toast = await editor.message("cannot run");
  say(`message: ${await toast.locator(".notification-list-item-message").innerText()}`);
  await toast.getByText("Open Settings").click();
  await editor.page.locator(".settings-editor .setting-item-category", { hasText: "Ptxcheck" }).waitFor();
  say("its button opens the settings");
  await editor.page.locator(".settings-editor .setting-item input").fill(program);
  await editor.command("View: Close Editor");
  const show = async (what, ready) => (await editor.problems(ready)).forEach((row) => say(`${what}: ${row}`));
  const has = (text) => (rows) => rows.some((row) => row.includes(text));
  const are = (count) => (rows) => rows.length === count;
  await show("path", are(2));

  const set = async (what, settings, ready) => {
    await editor.configure({ ...good, ...settings });
    await show(what, ready);
  };
  await set("arch", { "ptxcheck.arch": "sm_90" }, has("sm_90"));
  await set("toolkit", { "ptxcheck.toolkit": "12.6" }, has("12.6"));
  await set("warnings", { "ptxcheck.warnings": ["no-second-target"] }, are(1));
  await set("maxErrors", { "ptxcheck.toolkit": "12.6", "ptxcheck.maxErrors": 1 }, (rows) => has("12.6")(rows) && are(2)(rows));
  await set("none again", {}, are(2));

  const before = started();
  await editor.command("ptxcheck: Restart the Language Server");
  while (started() === before) await editor.page.waitForTimeout(100);
  say(`restarted: ${(await editor.problems(are(2))).length} problems`);
  await editor.command("ptxcheck: Show the Log");
  await editor.page.locator(".pane-body .monaco-editor.output-view, .output-view").first().waitFor();
  say("the log is shown");
  await editor.word("mov").click();
  await editor.command("ptxcheck: Fix All That Is Safe to Fix");
  await show("fixed", are(1));
  await editor.word("mov").click();
  await editor.save();
});

// SPDX-License-Identifier: Apache-2.0
// A real VS Code (code-server) with the packaged extension, in a headless Chromium, for the tests beside this file:
//   await session({ "ptxcheck.path": ... }, async (editor) => { ... });
// EDITORS is the folder of what ./bootstrap --editors has fetched, VSIX the extension, FOLDER the folder to open (all that
// is written lies there or beside it), PICTURES where pictures go. A third argument lists other extensions.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const { EDITORS, VSIX, FOLDER, PICTURES } = process.env;
const modules = resolve(EDITORS, "code-server/node_modules");
const { chromium } = createRequire(import.meta.url)(join(modules, "playwright-core"));
const codeServer = join(modules, "code-server");
const folder = resolve(FOLDER);
const data = `${folder}.data`;
const places = ["--extensions-dir", join(data, "extensions"), "--user-data-dir", data];
const LOOK = {
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.activityBar.location": "hidden",
  "workbench.layoutControl.enabled": false,
  "workbench.editor.editorActionsLocation": "hidden",
  "window.commandCenter": false,
  "window.menuBarVisibility": "hidden",
  "breadcrumbs.enabled": false,
  "editor.minimap.enabled": false,
  "editor.fontFamily": "DejaVu Sans Mono",
  "editor.hover.delay": 100,
  "editor.acceptSuggestionOnCommitCharacter": false,
  "editor.wordBasedSuggestions": "off",
  "chat.commandCenter.enabled": false,
  "problems.defaultViewMode": "table",
  "files.autoSave": "off",
  "git.enabled": false,
};

export const say = (what) => console.log(what.replace(/\u00a0/g, " ").trimEnd());

function configure(settings) {
  mkdirSync(join(data, "User"), { recursive: true });
  writeFileSync(join(data, "User/settings.json"), JSON.stringify({ ...LOOK, ...settings }, null, 1));
}

function install(vsix) {
  const server = join(codeServer, "lib/vscode/out/server-main.js");
  execFileSync(process.execPath,
    [server, "--accept-server-license-terms", ...places, "--server-data-dir", data, "--install-extension", resolve(vsix)],
    { stdio: "ignore" });
}

// Its address: it chooses a port.
function serve() {
  const server = spawn(process.execPath,
    [join(codeServer, "out/node/entry.js"), "--auth", "none", "--bind-addr", "127.0.0.1:0", ...places,
      "--disable-workspace-trust", "--disable-telemetry", "--disable-update-check", folder],
    { detached: true });
  const address = new Promise((done, fail) => {
    server.stdout.on("data", (text) => {
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(text);
      if (found) done(found[1]);
    });
    server.on("exit", () => fail(new Error("code-server has ended")));
  });
  return { server, address };
}

class Editor {
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.keys = page.keyboard;
  }

  // As a user edits the file of settings.
  async configure(settings) {
    await this.command("Preferences: Open User Settings (JSON)");
    await this.page.locator(".tab.active", { hasText: "settings.json" }).waitFor();
    await this.page.locator(".editor-instance .view-lines").click();
    await this.keys.press("Control+A");
    await this.keys.insertText(JSON.stringify({ ...LOOK, ...settings }, null, 1));
    await this.save();
    await this.command("View: Close Editor");
  }

  async open(file) {
    const remote = `vscode-remote://${this.address.replace("http://", "")}${join(folder, file)}`;
    const payload = encodeURIComponent(JSON.stringify([["openFile", remote]]));
    await this.page.goto(`${this.address}/?folder=${folder}&payload=${payload}`);
    await this.page.locator(".view-line").first().waitFor();
    await this.command("View: Close Primary Side Bar");
  }

  // The first part of a line of the editor that is coloured as one and holds this text.
  word(text) {
    return this.page.locator(".view-line > span > span", { hasText: text }).first();
  }

  // One that is this text.
  part(text) {
    return this.page.locator(".view-line > span > span").getByText(text, { exact: true }).first();
  }

  // Each character of the editor but blanks, in order, with its color.
  async colours() {
    return this.page.evaluate(() => {
      const lines = [...document.querySelectorAll(".editor-instance .view-line")];
      lines.sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top));
      const spans = lines.flatMap((line) => [...line.querySelectorAll("span > span")]);
      return spans.flatMap((span) => [...span.textContent.replace(/\s/g, "")].map((letter) => [letter, getComputedStyle(span).color]));
    });
  }

  squiggle(severity = "error") {
    return this.page.locator(`.squiggly-${severity}`).first();
  }

  // The text of the line that this stands below, between its left and right edge.
  async below(mark) {
    const box = await mark.boundingBox();
    return this.page.evaluate(({ x, y, width, height }) => {
      const inside = [];
      const walk = document.createTreeWalker(document.querySelector(".view-lines"), NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode;
        const range = document.createRange();
        for (let i = 0; i < node.length; i++) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const at = range.getBoundingClientRect();
          const middle = [at.x + at.width / 2, at.y + at.height / 2];
          if (middle[0] > x && middle[0] < x + width && middle[1] > y - 2 && middle[1] < y + height) inside.push(node.data[i]);
        }
      }
      return inside.join("");
    }, box);
  }

  // Opens another file of the folder.
  async change(file) {
    await this.command("View: Show Explorer");
    await this.page.locator(".explorer-folders-view .monaco-list-row").getByText(file, { exact: true }).dblclick();
    await this.page.locator(".tab.active", { hasText: file }).waitFor();
    await this.command("View: Close Primary Side Bar");
  }

  async command(title) {
    const input = this.page.locator(".quick-input-widget:visible input");
    // A window that is still opening may not take the key.
    while (!(await input.isVisible())) {
      await this.keys.press("F1");
      await input.waitFor({ timeout: 5000 }).catch(() => {});
    }
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row").getByText(title, { exact: true }).first().click();
  }

  // What the panel of problems says, each in a line, as soon as it is as `ready` wants it.
  async problems(ready = (rows) => rows.length > 0) {
    await this.command("Problems: Focus on Problems View");
    const list = this.page.locator(".markers-panel .monaco-table .monaco-list-row");
    for (let tries = 0; tries < 900; tries++) {
      const rows = (await list.allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim());
      if (ready(rows)) return rows;
      await this.page.waitForTimeout(200);
    }
    throw new Error(`the problems stay ${await list.allInnerTexts()}`);
  }

  // A message in the corner, and its button.
  async message(text) {
    const toast = this.page.locator(".notification-toast", { hasText: text });
    await toast.waitFor();
    return toast;
  }

  // The text of a visible element that contains this, or the texts of all such elements if `all` is set and one of them is
  // this. It is read where it is found, because VS Code may write it anew a moment later.
  async read(selector, wanted, all = false) {
    const found = await this.page.waitForFunction(([selector, wanted, all]) => {
      const visible = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length);
      const texts = visible.map((element) => element.innerText.trim());
      return all ? texts.includes(wanted) && texts : texts.find((text) => text.includes(wanted));
    }, [selector, wanted, all]);
    return found.jsonValue();
  }

  // As the mouse does, which is asked once only: it may find a window that still moves.
  async hoverOn(place, until) {
    await place.click();
    await this.command("Show or Focus Hover");
    return this.read(".monaco-hover .hover-row", until);
  }

  async hover(text, until) {
    return this.hoverOn(this.word(text), until);
  }

  // The labels of the list that shows itself when this is typed. Lists for what was typed before may come first; this one
  // has this label.
  async completion(typed, label) {
    await this.keys.type(typed);
    return this.read(".suggest-widget.visible .monaco-list-row .label-name", label, true);
  }

  // What the list says of the word that is chosen, which this is.
  async details(word) {
    return (await this.read(".suggest-details .docs", `${word}:`)).split("\n")[0];
  }

  async quickFix(text, until) {
    await this.word(text).click();
    await this.keys.press("Control+.");
    return this.read(".action-widget .action", until);
  }

  async save() {
    const dirty = this.page.locator(".tab.active.dirty");
    await dirty.waitFor();
    await this.keys.press("Control+S");
    await dirty.waitFor({ state: "detached" });
  }

  // A picture of the whole window, where pictures are wanted.
  async picture(name) {
    if (!PICTURES) return;
    await this.page.waitForTimeout(1000); // fading in
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
}

export async function session(settings, steps, others = []) {
  configure(settings);
  [VSIX, ...others].forEach(install);
  const { server, address } = serve();
  process.once("SIGTERM", () => process.kill(-server.pid) && process.exit(1)); // of `timeout`
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  try {
    const page = await browser.newPage({ viewport: { width: 860, height: 400 }, deviceScaleFactor: PICTURES ? 1.5 : 1 });
    page.setDefaultTimeout(180000);
    try {
      await steps(new Editor(page, await address));
    } catch (error) {
      await page.screenshot({ path: `${folder}.failed.png` });
      throw error;
    }
  } finally {
    await browser.close();
    process.kill(-server.pid);
  }
}

// The plugin against a real server over a real vault: `node --test flows.js` with its address, token and folder.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { command, file, opened, requestUrl, until } = require("./world.js");

const { INQUIRO_URL: address, INQUIRO_TOKEN: token, INQUIRO_TEST_VAULT: vault } = process.env;
const click = (text) => (modal) => modal.contentEl.button(text).fire("click");

function note(name, text) {
  const full = path.join(vault, name);
  fs.writeFileSync(full, text);
  fs.utimesSync(full, 1, 1); // a note that changed just now is waited for
  return { bytes: () => fs.readFileSync(full, "latin1"), write: (said) => fs.writeFileSync(full, said, "latin1") };
}

function start(name, more = {}) {
  const data = { address, sources: "scripted", ...more.data };
  return opened({ requestUrl, vault, token, openFile: file(name), ...more, data });
}

test("research, look at what leaves, look at the change, accept, undo", async () => {
  const text = "# Street trees\r\n\r\nStreet trees cooled the midday air in Varnholt by 3.2 °C in 2021.\r\n\r\nMine: `x`  \r\n";
  const { bytes } = note("Street trees.md", text);
  const before = bytes();
  let diff = "";
  const look = (modal) => {
    diff = modal.contentEl.all("inquiro-line").map((one) => one.textContent).join("\n");
    assert.equal(bytes(), before, "nothing is written before it is accepted");
    return click("Accept")(modal);
  };
  const edit = async (modal) => {
    const inputs = modal.contentEl.all((one) => one.attributes["aria-label"] === "Words of the search");
    assert.ok(inputs.length > 0);
    assert.ok(inputs.every((one) => !/varnholt|3\.2/i.test(one.value)), "names and numbers are held back");
    assert.match(modal.contentEl.textContent, /held back: .*Varnholt/);
    const boxes = modal.contentEl.all((one) => one.attributes["aria-label"]?.startsWith("Send: "));
    for (const box of boxes.slice(1)) await box.tick(false);
    await inputs[0].enter("shade of street trees");
    await modal.contentEl.button("Send 1 search").fire("click");
  };
  const { seen, world } = await start("Street trees.md", { press: [edit, look] });
  await command(seen, "research");
  await until(() => world.data?.run === null && seen.notices.length >= 2, "the end");
  assert.match(seen.notices.at(-1), /stands in “Street trees”/);
  const after = bytes();
  assert.ok(after.startsWith(before), "what was there stays to the byte");
  assert.match(after.slice(before.length), /^\r\n## Research\r\n/);
  assert.match(diff, /\+## Research/);
  const again = await start("Street trees.md", { press: [click("Undo")] });
  await command(again.seen, "undo");
  await until(() => again.seen.notices.length === 1, "undone");
  assert.equal(bytes(), before);
});

test("what is typed between the preview and the click stays", async () => {
  const { bytes, write } = note("Cooling.md", "Street trees cooled the air in Varnholt by 3.2 °C in 2021.\n");
  const typed = async (modal) => {
    write(`A new first line.\n${bytes()}And a last one.\n`); // quiet only in three seconds: the server waits
    await modal.contentEl.button("Accept").fire("click");
  };
  const { seen, world } = await start("Cooling.md", { data: { send: "known" }, press: [typed] });
  await command(seen, "research");
  await until(() => world.data?.run === null && seen.notices.length >= 2, "the end");
  assert.match(seen.notices.at(-1), /your edits were kept/);
  const after = Buffer.from(bytes(), "latin1").toString();
  assert.ok(after.startsWith("A new first line.\nStreet trees cooled the air in Varnholt by 3.2 °C in 2021.\nAnd a last one.\n"));
  assert.match(after, /\n## Research\n/);
});

test("a section that is discarded leaves no trace in the note", async () => {
  const { bytes } = note("Discarded.md", "Street trees cooled the air in Varnholt.\n");
  const { seen, world } = await start("Discarded.md", { data: { send: "known" }, press: [click("Discard")] });
  await command(seen, "research");
  await until(() => world.data?.run === null && seen.modals.length === 1, "the end");
  assert.equal(bytes(), "Street trees cooled the air in Varnholt.\n");
});

test("a run that waits for an answer can be stopped, and found again before that", async () => {
  note("Waiting.md", "Street trees cooled the midday air in Varnholt.\n");
  const first = await start("Waiting.md", { press: [click("Later")] });
  await command(first.seen, "research");
  await until(() => first.seen.modals.length === 1 && !first.plugin.following, "later");
  const second = await start("Waiting.md", { data: first.world.data });
  await until(() => second.plugin.stage === "waiting", "found again");
  assert.equal(second.seen.modals.length, 0);
  await command(second.seen, "stop");
  await until(() => second.world.data.run === null, "stopped");
  assert.equal(second.seen.notices.at(-1), "Research was stopped.");
});

test("of a private note nothing is asked, since nothing leaves", async () => {
  note("Diary.md", "---\nprivate: true\n---\nStreet trees cooled the air in Varnholt, and Greta was there.\n");
  const { seen, world } = await start("Diary.md");
  await command(seen, "research");
  await until(() => seen.notices.length >= 2 || seen.modals.length, "the end");
  assert.equal(seen.modals.filter((one) => one.titleEl.textContent.includes("would leave")).length, 0);
  seen.modals.forEach((one) => one.close());
  assert.ok(world);
  await command(seen, "related");
  assert.match(seen.leaf.view.contentEl.textContent, /This note is private/);
});

test("related notes and search, by name", async () => {
  note("Lindens.md", "Lindens line the avenue; the crown of a linden is pruned in winter. #lindens\n");
  note("Pruning.md", "Pruning of lindens: each crown of a linden is pruned in winter. #lindens\n");
  const { seen } = await start("Lindens.md", { data: { mode: "keyword" } });
  await until(async () => true, "");
  await command(seen, "related");
  const pane = seen.leaf.view.contentEl;
  for (let tries = 0; !pane.textContent.includes("Pruning") && tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100)); // the server looks at the vault every two seconds
    await seen.leaf.view.refresh();
  }
  assert.deepEqual(pane.all("a").map((one) => one.textContent), ["Pruning"]);
  await pane.all("input")[0].enter("crown winter");
  await until(() => pane.textContent.includes("Found"), "results");
  assert.deepEqual(pane.all("a").map((one) => one.textContent).sort(), ["Lindens", "Pruning"]);
  assert.ok(!pane.textContent.includes("avenue"));
});

test("a wrong token and a server that is not there are explained", async () => {
  const wrong = await start("Street trees.md", { token: "inq_wrong" });
  const told = await wrong.plugin.tryConnection();
  assert.match(told.lines.join("\n"), /token is wrong[^]*inquiro tokens create obsidian --scope research/);
  const gone = await start("Street trees.md", { data: { address: "http://127.0.0.1:9" } });
  await command(gone.seen, "research");
  await until(() => gone.seen.notices.length === 1, "a notice");
  assert.match(gone.seen.notices[0], /does not answer at http:\/\/127\.0\.0\.1:9\.\nStart it: inquiro serve --vault/);
  const looker = await start("Street trees.md", { token: process.env.INQUIRO_READ_TOKEN });
  assert.match((await looker.plugin.tryConnection()).lines.join(), /scope is 'read'/);
  const right = await start("Street trees.md");
  const { good, lines } = await right.plugin.tryConnection();
  assert.ok(good, lines.join("\n"));
});

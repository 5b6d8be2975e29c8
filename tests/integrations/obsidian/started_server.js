// The plugin against `inquiro serve` as a person starts it, over the example vault and folder: nothing leaves.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { command, file, opened, requestUrl, until } = require("./world.js");

const { INQUIRO_URL: address, INQUIRO_TOKEN: token, INQUIRO_TEST_VAULT: vault } = process.env;

test("connect, research, accept, undo", async () => {
  const name = "Projects/Heat pumps.md";
  const text = () => fs.readFileSync(path.join(vault, name), "utf8");
  const before = text();
  const press = [(modal) => modal.contentEl.button("Accept").fire("click"), (modal) => modal.contentEl.button("Undo").fire("click")];
  const { plugin, seen, world } = await opened({ requestUrl, vault, token, openFile: file(name), data: { address }, press });
  const { good, lines } = await plugin.tryConnection();
  assert.ok(good, lines.join("\n"));
  assert.match(lines[1], /vault/);
  await command(seen, "research");
  await until(() => world.data.run === null && seen.notices.length >= 2, "the end");
  assert.match(seen.notices.at(-1), /stands in “Heat pumps”/);
  assert.ok(text().startsWith(before));
  assert.match(text().slice(before.length), /## Research\n/);
  await command(seen, "undo");
  await until(() => seen.notices.at(-1).includes("is undone"), "undone");
  assert.equal(text(), before);
});

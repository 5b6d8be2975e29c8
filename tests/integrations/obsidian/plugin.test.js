"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { answering, command, file, opened, until } = require("./world.js");

const FOLDER = path.join(__dirname, "../../../integrations/obsidian");
const DIFF = "--- Heat pumps.md\n+++ Heat pumps.md\n@@ -1,1 +1,3 @@\n Quiet.\n+\n+## Research <img src=x onerror=alert(1)>\n";
const HELD = { outcome: "held", path: "Heat pumps.md", diff: DIFF, section: "", kept: 0, reason: "" };
const NOTE = {
  path: "Heat pumps.md",
  topics_researched: 2,
  queries: ["noise of heat pumps"],
  problems: [],
  written: HELD,
};
const FOUND = { path: "Areas/Boiler.md", title: "<b>Boiler</b>", link: "[[Boiler]]", score: 1, linked: false };

function status(word, more = {}) {
  return { status: word, progress: 0.4, message: "searching", searches: [], error: null, ...more };
}

/** A server that has this vault and goes through these statuses. */
function routes(statuses = [], more = {}) {
  return {
    "GET /api/notes/vault": { name: "mine", id: "" },
    "GET /api/sources": [{ name: "wikipedia", available: true }, { name: "brave", available: false }],
    "POST /api/notes": { session_id: "r1", status: "started" },
    "POST /api/notes/preview": { path: "Heat pumps.md", queries: [], held: [{ word: "Baker", why: "a name" }] },
    "GET /api/research/r1/status": () => (statuses.length > 1 ? statuses.shift() : statuses[0]),
    "GET /api/research/r1": { note: NOTE, sources: [{}, {}, {}] },
    "POST /api/research/r1/answer": { session_id: "r1", status: "running" },
    "POST /api/research/r1/stop": { session_id: "r1", status: "stopping" },
    "POST /api/notes/accept": ({ body }) => (body.dry_run ? HELD : { ...HELD, outcome: "merged" }),
    "POST /api/notes/undo": { ...HELD, outcome: "dry_run" },
    "GET /api/notes/related": { path: "Heat pumps.md", related: [FOUND], withheld: "" },
    "GET /api/notes": [{ ...FOUND, snippet: "the boiler in the cellar" }],
    ...more,
  };
}

async function start(statuses, more = {}) {
  const asked = [];
  const { given = {}, ...options } = more;
  const made = await opened({ requestUrl: answering(routes(statuses, given), asked), ...options });
  return { ...made, asked, sent: (path_) => asked.filter((one) => one.path === path_).map((one) => one.body) };
}

const click = (text) => (modal) => modal.contentEl.button(text).fire("click");

test("a note is researched, what leaves is asked, and the section is written when it is accepted", async () => {
  const searches = ["noise of heat pumps", "price of heat pumps"];
  const { seen, sent, world, plugin } = await start(
    [status("running"), status("waiting", { searches }), status("running"), status("completed")],
    { press: [click("Send 2 searches"), click("Accept")] },
  );
  assert.equal(await command(seen, "research"), true);
  await until(() => seen.notices.length === 2, "the end");
  assert.deepEqual(sent("/api/notes"), [{ path: "Heat pumps.md", depth: "shallow", quotes: false, hold: true, send: "ask" }]);
  assert.deepEqual(sent("/api/research/r1/answer"), [{ answer: "send" }]);
  assert.deepEqual(sent("/api/notes/accept"), [
    { session_id: "r1", dry_run: true },
    { session_id: "r1", dry_run: false },
  ]);
  assert.match(seen.notices[1], /your edits were kept/);
  assert.equal(world.data.run, null);
  assert.equal(plugin.stage, "");
  assert.ok(seen.saved.length >= 3, "what is typed is saved before the server reads the file");
});

test("nothing is written where the section is discarded or left for later", async () => {
  for (const [text, run] of [["Discard", null], ["Later", { id: "r1", path: "Heat pumps.md" }]]) {
    const { seen, sent, world, plugin } = await start([status("completed")], { press: [click(text)] });
    await command(seen, "research");
    await until(() => seen.modals.length === 1 && !seen.modals[0].isOpen && !plugin.following, text);
    assert.deepEqual(sent("/api/notes/accept"), [{ session_id: "r1", dry_run: true }]);
    assert.deepEqual(world.data.run, run);
    assert.equal(plugin.stage, run ? "ready" : "");
  }
});

test("searches are edited, dropped, added and remembered", async () => {
  const review = async (modal) => {
    const inputs = () => modal.contentEl.all((one) => one.attributes["aria-label"] === "Words of the search");
    const boxes = modal.contentEl.all((one) => one.attributes["aria-label"]?.startsWith("Send: "));
    const remember = modal.contentEl.all("inquiro-remember")[0];
    assert.ok(remember.classList.contains("is-hidden"));
    await inputs()[0].enter("noise of Vaillant heat pumps");
    assert.ok(!remember.classList.contains("is-hidden"));
    await boxes[1].tick(false);
    await modal.contentEl.button("Add a search").fire("click");
    await inputs()[2].enter("  35 dB\tat night ");
    await remember.all("input")[0].tick(true);
    await modal.contentEl.button("Send 2 searches").fire("click");
  };
  const { seen, sent } = await start([status("waiting", { searches: ["noise of heat pumps", "price"] }), status("completed")], {
    press: [review, click("Discard")],
  });
  await command(seen, "research");
  await until(() => seen.modals.length === 2, "the preview");
  assert.deepEqual(sent("/api/research/r1/answer"), [{ answer: "1 noise of Vaillant heat pumps\n2 35 dB at night\nremember" }]);
});

test("an answer says exactly what may leave", async () => {
  const { Kind } = await start([]);
  const rows = (...told) => told.map(([shown, text = shown, send = true]) => ({ shown, text, send }));
  assert.equal(Kind.answerOf(rows(["a"], ["b"]), false), "send");
  assert.equal(Kind.answerOf(rows(["a"], ["b", "b", false]), true), "drop 2");
  assert.equal(Kind.answerOf(rows(["a", "a", false], ["b", "b", false]), false), "nothing");
  assert.equal(Kind.answerOf(rows(["a", "   "]), false), "nothing");
  assert.equal(Kind.answerOf(rows(["a", "no"]), false), "1 no", "a search is never taken for a word of command");
  assert.equal(Kind.answerOf(rows(["a", "x\ny"]), false), "1 x y");
});

test("held words are told with their reasons, and the server’s words stay text", async () => {
  const { seen } = await start([status("waiting", { searches: ["<i>x</i>"] })], { press: [click("Later")] });
  let shown;
  seen.modals.push = function (modal) {
    shown = modal.contentEl.textContent;
    return Array.prototype.push.call(this, modal);
  };
  await command(seen, "research");
  await until(() => seen.modals.length === 1 && !seen.modals[0].isOpen, "later");
  assert.match(shown, /1 word held back: Baker \(a name\)/);
});

test("a change is shown line by line as text", async () => {
  let lines;
  const look = (modal) => {
    lines = modal.contentEl.all("inquiro-line").map((one) => one.textContent);
    return click("Discard")(modal);
  };
  const { seen } = await start([status("completed")], { press: [look] });
  await command(seen, "research");
  await until(() => lines, "the preview");
  assert.deepEqual(lines, [" Quiet.", "+ ", "+## Research <img src=x onerror=alert(1)>"]);
});

test("what the person chose is asked of the server", async () => {
  const data = { send: "nothing", depth: "deep", quotes: true, sources: "wikipedia, , pubmed" };
  const { seen, sent } = await start([status("cancelled")], { data });
  await command(seen, "research");
  await until(() => seen.notices.length === 2, "the end");
  assert.deepEqual(sent("/api/notes"), [
    {
      path: "Heat pumps.md",
      depth: "deep",
      quotes: true,
      hold: true,
      send: "known",
      privacy_mode: "local_only",
      sources: ["wikipedia", "pubmed"],
    },
  ]);
  assert.equal(seen.notices[1], "Research was stopped.");
});

test("progress is in the status bar, and a run can be stopped there", async () => {
  const statuses = [status("running")];
  const { seen, sent, plugin } = await start(statuses, { press: [click("Stop")] });
  await command(seen, "research");
  await until(() => seen.statusBar.textContent === "Inquiro: 40 %", "progress");
  await seen.statusBar.fire("click");
  await until(() => sent("/api/research/r1/stop").length === 1, "a stop");
  statuses[0] = status("cancelled");
  await until(() => !plugin.following, "the end");
  assert.ok(seen.statusBar.classList.contains("is-hidden"));
});

test("a server that goes away for a while does not lose the run", async () => {
  let down = 2;
  const { seen, world } = await start([], {
    press: [click("Discard")],
    given: { "GET /api/research/r1/status": () => (down-- > 0 ? new Error("net::ERR") : status("completed")) },
  });
  await command(seen, "research");
  await until(() => seen.modals.length === 1, "the preview");
  await until(() => world.data.run === null, "the end");
});

test("a run that an earlier session left is found again, and shown when it is asked for", async () => {
  const data = { run: { id: "r1", path: "Heat pumps.md" } };
  const { seen, plugin, world } = await start([status("completed")], { data, press: [click("Accept")] });
  await until(() => plugin.stage === "ready" && !plugin.following, "ready");
  assert.equal(seen.modals.length, 0);
  assert.match(await (async () => seen.statusBar.textContent)(), /section ready/);
  await seen.statusBar.fire("click");
  await until(() => world.data.run === null, "written");
  assert.equal(seen.modals.length, 1);
});

test("a question that an earlier session left open waits until the person comes to it", async () => {
  const data = { run: { id: "r1", path: "Heat pumps.md" } };
  const { seen, plugin, sent } = await start([status("waiting", { searches: ["x"] })], { data, press: [click("Later")] });
  await until(() => plugin.stage === "waiting" && !plugin.following, "waiting");
  assert.equal(seen.modals.length, 0);
  await command(seen, "continue");
  await until(() => seen.modals.length === 1 && !plugin.following, "a look");
  assert.deepEqual(sent("/api/research/r1/answer"), []);
});

test("a run that the server does not know any more is forgotten", async () => {
  const given = { "GET /api/research/r1/status": { refused: 404, detail: "Session not found" } };
  const { seen, world } = await start([], { data: { run: { id: "r1", path: "x.md" } }, given });
  await until(() => seen.notices.length === 1, "a word on it");
  assert.equal(world.data.run, null);
});

test("only one note is researched at a time", async () => {
  const { seen, sent, plugin } = await start([status("running")]);
  await command(seen, "research");
  await until(() => plugin.stage === "running" && sent("/api/notes").length, "a start");
  await command(seen, "research");
  await until(() => seen.notices.some((text) => text.includes("is not finished")), "a word on it");
  assert.equal(sent("/api/notes").length, 1);
  plugin.onunload();
});

test("a section that cannot be written leaves the preview open with the reason", async () => {
  let tries = 0;
  const given = {
    "POST /api/notes/accept": ({ body }) => {
      if (body.dry_run) return HELD;
      return tries++ ? { ...HELD, outcome: "written" } : { refused: 503, detail: "the database is busy" };
    },
  };
  const twice = async (modal) => {
    await modal.contentEl.button("Accept").fire("click");
    await until(() => modal.contentEl.textContent.includes("The database is busy."), "the reason");
    await modal.contentEl.button("Accept").fire("click");
  };
  const { seen } = await start([status("completed")], { given, press: [twice] });
  await command(seen, "research");
  await until(() => seen.notices.some((text) => text.includes("stands in")), "written");
});

test("the last section is undone after a look at the change", async () => {
  const { seen, sent } = await start([], { press: [click("Undo")] });
  await command(seen, "undo");
  await until(() => seen.notices.length === 1, "undone");
  assert.deepEqual(sent("/api/notes/undo"), [
    { path: "Heat pumps.md", dry_run: true },
    { path: "Heat pumps.md", dry_run: false },
  ]);
});

test("nothing is undone where the person thinks better of it", async () => {
  const { seen, sent } = await start([], { press: [click("Cancel")] });
  await command(seen, "undo");
  await until(() => seen.modals.length === 1 && !seen.modals[0].isOpen, "cancelled");
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(sent("/api/notes/undo"), [{ path: "Heat pumps.md", dry_run: true }]);
});

test("where nothing can be undone the server says why", async () => {
  const given = { "POST /api/notes/undo": { outcome: "nothing", diff: "", reason: "the section is no longer there" } };
  const { seen } = await start([], { given });
  await command(seen, "undo");
  await until(() => seen.notices.length === 1, "a word on it");
  assert.equal(seen.notices[0], "The section is no longer there.");
});

test("the pane names related notes as text, opens them, and follows the open note", async () => {
  const { seen, asked, app, world } = await start([]);
  await command(seen, "related");
  const pane = seen.leaf.view.contentEl;
  const [link] = pane.all("a");
  assert.equal(link.textContent, "<b>Boiler</b>");
  assert.match(pane.textContent, /Related, not linked yet.*Areas/);
  await link.fire("click", { ctrlKey: true });
  assert.deepEqual(seen.opened, [{ path: "Areas/Boiler.md", newLeaf: true }]);
  world.openFile = file("Other & more.md");
  app.workspace.trigger("file-open");
  await until(() => asked.some((one) => one.search.includes("path=Other+%26+more.md")), "another question");
  world.openFile = null;
  app.workspace.trigger("file-open");
  await until(() => pane.textContent.includes("Open a note"), "an empty pane");
});

test("related notes that are linked already come last, and once", async () => {
  const related = [{ ...FOUND, title: "Linked", linked: true }, FOUND];
  const { seen } = await start([], { given: { "GET /api/notes/related": { path: "x", related, withheld: "" } } });
  await command(seen, "related");
  const pane = seen.leaf.view.contentEl;
  assert.deepEqual(pane.all("a").map((one) => one.textContent), ["<b>Boiler</b>", "Linked"]);
});

test("the pane searches by meaning and shows passages only where they are wanted", async () => {
  for (const quotes of [false, true]) {
    const { seen, asked } = await start([], { data: { quotes, mode: "semantic" } });
    await command(seen, "search");
    const pane = seen.leaf.view.contentEl;
    await pane.all("input")[0].enter("heating in winter");
    await until(() => pane.textContent.includes("Found"), "results");
    assert.equal(pane.textContent.includes("the boiler in the cellar"), quotes);
    const last = asked.at(-1);
    assert.equal(`${last.path}${last.search}`, "/api/notes?query=heating+in+winter&mode=semantic&n_results=20");
  }
});

test("an answer that comes late does not replace a newer one", async () => {
  let first;
  const given = {
    "GET /api/notes": ({ search }) =>
      search.includes("slow") ? new Promise((resolve) => (first = () => resolve([]))) : [{ ...FOUND, snippet: "" }],
  };
  const { seen } = await start([], { given });
  await command(seen, "search");
  const pane = seen.leaf.view.contentEl;
  const [input] = pane.all("input");
  void input.enter("slow");
  await until(() => first, "the slow question");
  void input.enter("quick");
  await until(() => pane.textContent.includes("Found"), "the quick answer");
  first();
  await new Promise((resolve) => setImmediate(resolve));
  assert.match(pane.textContent, /Boiler/);
});

test("a private note is related to none, and the pane says so", async () => {
  const given = { "GET /api/notes/related": { path: "x", related: [], withheld: "it is marked private" } };
  const { seen } = await start([], { given });
  await command(seen, "related");
  assert.match(seen.leaf.view.contentEl.textContent, /private: it is related to no other/);
});

for (const [name, given, options, what, todo] of [
  ["no server", { "GET /api/notes/vault": () => new Error("net::ERR_CONNECTION_REFUSED") }, {}, /does not answer at http:\/\/127\.0\.0\.1:8742/, /inquiro serve --vault "\/vaults\/mine"/],
  ["a wrong token", { "GET /api/notes/vault": { refused: 401, detail: "a token is needed" } }, {}, /token is wrong/, /inquiro tokens create obsidian --scope research/],
  ["no token", {}, { token: "" }, /no token yet/, /inquiro tokens create/],
  ["no vault", { "GET /api/notes/vault": { refused: 409, detail: "this server has no vault; its operator …" } }, {}, /knows no vault/, /inquiro serve --vault/],
  ["another vault", { "GET /api/notes/vault": { name: "theirs", id: "" } }, {}, /“theirs”, and this is “mine”/, /inquiro serve --vault/],
  ["an older server", { "GET /api/notes/vault": undefined }, {}, /older than this plugin/, /pip install/],
  ["something else", { "GET /api/notes/vault": "<html>hello</html>" }, {}, /is not Inquiro/, /Check the address/],
  ["another machine", {}, { data: { address: "http://192.168.1.9:8742" } }, /another machine/, /allow another one/],
  ["another machine in the clear", {}, { data: { address: "http://example.org", allowRemote: true } }, /not encrypted/, /https/],
  ["no address", {}, { data: { address: "here" } }, /is no address/, /127\.0\.0\.1/],
]) {
  test(`the connection test explains ${name}, and so do a command and the pane`, async () => {
    const { plugin, seen } = await start([], { given, ...options });
    const { good, lines } = await plugin.tryConnection();
    assert.equal(good, false);
    assert.match(lines[0], what);
    assert.match(lines.slice(1).join("\n"), todo);
    await command(seen, "research");
    await until(() => seen.notices.length === 1, "a notice");
    assert.match(seen.notices[0], what);
    await command(seen, "related");
    assert.match(seen.leaf.view.contentEl.textContent, what);
  });
}

test("the connection test says so where a token may only read", async () => {
  const given = { "POST /api/notes/preview": { refused: 403, detail: "this token's scope is 'read'; 'research' is needed" } };
  const { plugin } = await start([], { given });
  const { good, lines } = await plugin.tryConnection();
  assert.equal(good, false);
  assert.match(lines.join("\n"), /scope is 'read'[^]*--scope research/);
  const fine = await start([], { given: { "POST /api/notes/preview": { refused: 404, detail: "no note" } } });
  assert.equal((await fine.plugin.tryConnection()).good, true);
});

test("what is typed is saved under the name that a note has by now", async () => {
  const { seen, app, world, plugin } = await start([status("running"), status("completed")], { press: [click("Accept")] });
  await command(seen, "research");
  await until(() => plugin.settings.run, "a start");
  world.openFile = file("Renamed.md");
  app.vault.trigger("rename", { path: "Renamed.md" }, "Heat pumps.md");
  await until(() => world.data.run === null && seen.modals.length === 1, "the end");
  assert.equal(seen.saved.at(-1), "Renamed.md");
});

test("an address that only looks near is another machine", async () => {
  const { Kind } = await start([]);
  const at = (address) => Kind.checkedAddress({ address, allowRemote: false });
  assert.equal(at("http://localhost:1/"), "http://localhost:1");
  assert.equal(at("http://[::1]:1"), "http://[::1]:1");
  assert.equal(at("http://127.9.9.9"), "http://127.9.9.9");
  for (const far of ["http://127.0.0.1.evil.example", "http://127.0.0.1@evil.example", "http://localhost.evil.example", "file:///etc"]) {
    assert.throws(() => at(far), Kind.Problem, far);
  }
});

test("a vault of the same name in another folder is refused until the person says that it is the same", async () => {
  const vault = fs.mkdtempSync(path.join(require("node:os").tmpdir(), "mine-"));
  const given = { "GET /api/notes/vault": { name: path.basename(vault), id: "0".repeat(32) } };
  const { plugin } = await start([], { given, vault });
  assert.match((await plugin.tryConnection()).lines[0], /in another folder/);
  await plugin.set("otherPath", true);
  const { good, lines } = await plugin.tryConnection();
  assert.equal(good, true, lines.join());
  assert.match(lines[1], /wikipedia\.$/);
  fs.rmdirSync(vault);
});

test("a server that was started anew over another vault is noticed before anything is written there", async () => {
  let name = "mine";
  const { seen, sent } = await start([status("completed")], { given: { "GET /api/notes/vault": () => ({ name, id: "" }) } });
  await command(seen, "related");
  name = "theirs";
  await command(seen, "research");
  await command(seen, "undo");
  await until(() => seen.notices.length === 2, "two refusals");
  assert.ok(seen.notices.every((text) => text.includes("“theirs”")));
  assert.deepEqual([...sent("/api/notes"), ...sent("/api/notes/undo")], []);
});

test("settings are kept, and the token stays out of the file in the vault", async () => {
  const { seen, plugin, world } = await start([]);
  const [tab] = seen.tabs;
  tab.display();
  const [address, token] = tab.containerEl.all((one) => one.tag === "input" && one.type !== "checkbox");
  assert.equal(token.type, "password");
  await token.enter(" inq_new ");
  await address.enter("http://127.0.0.1:9000 ");
  await tab.containerEl.all("select")[0].fire("change");
  for (const box of tab.containerEl.all("toggle")) await box.tick(true);
  assert.equal(plugin.token(), "inq_new");
  assert.equal(world.data.address, "http://127.0.0.1:9000");
  assert.deepEqual([world.data.quotes, world.data.allowRemote, world.data.otherPath], [true, true, true]);
  assert.ok(!JSON.stringify(world.data).includes("inq_"));
  await tab.containerEl.button("Test connection").fire("click");
  assert.match(tab.containerEl.textContent, /Connected; the server has this vault/);
});

test("commands are offered where they can be used", async () => {
  const { seen, world } = await start([]);
  world.openFile = file("picture.png");
  assert.equal(await command(seen, "research"), false);
  assert.equal(await command(seen, "undo"), false);
  assert.equal(await command(seen, "stop"), false);
});

test("the files are what Obsidian asks for, and no markup is ever made of text", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(FOLDER, "manifest.json")));
  const versions = JSON.parse(fs.readFileSync(path.join(FOLDER, "versions.json")));
  assert.equal(manifest.id, "inquiro");
  assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
  assert.equal(versions[manifest.version], manifest.minAppVersion);
  assert.equal(manifest.isDesktopOnly, true);
  const code = fs.readFileSync(path.join(FOLDER, "main.js"), "utf8");
  assert.doesNotMatch(code, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|MarkdownRenderer|\beval\b|new Function/);
  assert.deepEqual([...code.matchAll(/require\("([^"]+)"\)/g)].map((one) => one[1]).sort(), ["crypto", "fs", "obsidian"]);
});

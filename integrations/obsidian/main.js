// Inquiro in Obsidian. Everything that comes from a note, a page or the server is put on the screen as text.
"use strict";

const obsidian = require("obsidian");
const { ItemView, Modal, Notice, Plugin, PluginSettingTab, Setting, debounce, requestUrl } = obsidian;

const VIEW = "inquiro-related";
const TOKEN = "inquiro-token"; // in the local storage: the settings file lies in the vault and is synchronised
const POLL = 1000; // milliseconds
const OFFLINE = -1; // in place of a status
const LONGEST_PAUSE = 30000;
const LONGEST_SEARCH = 200; // characters
const NOTES = ["md", "markdown", "txt"];
const DEFAULTS = {
  address: "http://127.0.0.1:8742",
  allowRemote: false,
  otherPath: false,
  send: "ask",
  depth: "shallow",
  sources: "",
  quotes: false,
  mode: "hybrid",
  run: null, // the run that is under way or waits for a person: {id, path}
};
const SEND = {
  ask: "Ask me before anything leaves",
  known: "Common words leave without asking",
  nothing: "Nothing leaves this machine",
};
const DEPTH = { shallow: "Shallow: what search results say", deep: "Deep: the best pages are read, too" };
const MODE = { hybrid: "By meaning and words", semantic: "By meaning", keyword: "By words" };

// -- the server --------------------------------------------------------------------------------------

class Problem extends Error {
  /** What went wrong in one sentence, and the command or the step that mends it. */
  constructor(what, todo = "", status = 0) {
    super(what);
    this.what = what;
    this.todo = todo;
    this.status = status;
  }
}

function checkedAddress(settings) {
  let url;
  try {
    url = new URL(settings.address.trim());
  } catch {
    throw new Problem(`“${settings.address}” is no address.`, `Write ${DEFAULTS.address} in the settings.`);
  }
  const near = ["localhost", "[::1]"].includes(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);
  if (!near && !settings.allowRemote) {
    throw new Problem(
      `${url.host} is another machine, which would see your notes.`,
      "Use the server on this machine, or allow another one in the settings.",
    );
  }
  if (url.protocol !== "https:" && !(near && url.protocol === "http:")) {
    throw new Problem(`${url.protocol}//${url.host} is not encrypted.`, "Another machine needs an address with https://.");
  }
  return url.origin;
}

class Server {
  constructor(plugin) {
    this.plugin = plugin;
  }

  async call(method, path, body = undefined) {
    const origin = checkedAddress(this.plugin.settings);
    const token = this.plugin.token();
    if (!token) throw new Problem("There is no token yet.", this.plugin.tokenAdvice(), 401);
    let answer;
    try {
      answer = await requestUrl({
        url: origin + path,
        method,
        headers: { Authorization: `Bearer ${token}` },
        throw: false,
        ...(body === undefined ? {} : { contentType: "application/json", body: JSON.stringify(body) }),
      });
    } catch {
      throw new Problem(`Inquiro does not answer at ${origin}.`, `Start it: ${this.plugin.startCommand()}`, OFFLINE);
    }
    const told = read(answer);
    if (answer.status < 400 && told !== undefined) return told;
    throw this.refused(origin, answer.status, told);
  }

  refused(origin, status, told) {
    const detail = told && typeof told.detail === "string" ? told.detail : "";
    if (told === undefined) {
      return new Problem(`What answers at ${origin} is not Inquiro.`, "Check the address in the settings.", status);
    }
    if (status === 401) return new Problem("The token is wrong or was revoked.", this.plugin.tokenAdvice(), status);
    if (status === 403) {
      return new Problem(sentence(detail), detail.includes("scope") ? this.plugin.tokenAdvice() : "", status);
    }
    if (status === 409 && detail.includes("no vault")) {
      return new Problem("The server knows no vault.", `Start it anew: ${this.plugin.startCommand()}`, status);
    }
    if (status === 404 && detail === "Not Found") {
      return new Problem("The server is older than this plugin.", "Update it: pip install --upgrade inquiro", status);
    }
    return new Problem(sentence(detail || `the server answered ${status}`), "", status);
  }

  vault() {
    return this.call("GET", "/api/notes/vault");
  }

  start(body) {
    return this.call("POST", "/api/notes", body);
  }

  preview(path) {
    return this.call("POST", "/api/notes/preview", { path });
  }

  status(id) {
    return this.call("GET", `/api/research/${encodeURIComponent(id)}/status`);
  }

  result(id) {
    return this.call("GET", `/api/research/${encodeURIComponent(id)}`);
  }

  answer(id, text) {
    return this.call("POST", `/api/research/${encodeURIComponent(id)}/answer`, { answer: text });
  }

  stop(id) {
    return this.call("POST", `/api/research/${encodeURIComponent(id)}/stop`);
  }

  accept(id, dryRun) {
    return this.call("POST", "/api/notes/accept", { session_id: id, dry_run: dryRun });
  }

  undo(path, dryRun) {
    return this.call("POST", "/api/notes/undo", { path, dry_run: dryRun });
  }

  related(path) {
    return this.call("GET", `/api/notes/related?${new URLSearchParams({ path, n_results: "12" })}`);
  }

  search(query, mode) {
    return this.call("GET", `/api/notes?${new URLSearchParams({ query, mode, n_results: "20" })}`);
  }

  sources() {
    return this.call("GET", "/api/sources");
  }
}

function read(answer) {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

function sentence(text) {
  const said = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

function nameOf(path) {
  return path.split("/").pop().replace(/\.(md|markdown|txt)$/i, "");
}

/** The id by which the server knows this vault; empty where it cannot be told. */
function vaultId(adapter) {
  try {
    const folder = require("fs").realpathSync(adapter.getBasePath());
    return require("crypto").createHash("sha256").update(folder, "utf8").digest("hex").slice(0, 32);
  } catch {
    return "";
  }
}

// -- what may leave ----------------------------------------------------------------------------------

/** A person's decision on each search in the words that the run understands; a number in front keeps words apart. */
function answerOf(rows, remember) {
  const kept = rows.filter((row) => row.send && row.text.trim());
  if (!kept.length) return "nothing";
  const own = kept.some((row) => row.text.trim() !== row.shown);
  if (!own && kept.length === rows.length) return "send";
  if (!own) return `drop ${rows.flatMap((row, at) => (kept.includes(row) ? [] : [at + 1])).join(" ")}`;
  const lines = kept.map((row, at) => `${at + 1} ${row.text.trim().replace(/\s+/g, " ")}`);
  return [...lines, ...(remember ? ["remember"] : [])].join("\n");
}

class InquiroModal extends Modal {
  /** Resolves with what a button says, or with `later` where it is closed otherwise. */
  asked() {
    return new Promise((resolve) => {
      this.decide = resolve;
      this.open();
    });
  }

  onOpen() {
    this.modalEl.addClass("inquiro-modal");
    this.build();
  }

  onClose() {
    this.contentEl.empty();
    if (this.decide) this.decide(this.decision ?? { do: "later" });
  }

  end(decision) {
    this.decision = decision;
    this.close();
  }

  buttons(...wanted) {
    const row = this.contentEl.createDiv({ cls: "modal-button-container" });
    return wanted.map(({ text, cta, warning, click }) => {
      const cls = cta ? "mod-cta" : warning ? "mod-warning" : "";
      const button = row.createEl("button", { text, ...(cls ? { cls } : {}) });
      button.addEventListener("click", click);
      return button;
    });
  }
}

class ReviewModal extends InquiroModal {
  constructor(app, path, searches, held) {
    super(app);
    this.path = path;
    this.rows = searches.map((text) => ({ shown: text, text, send: true }));
    this.held = held;
    this.remember = false;
  }

  build() {
    const count = this.rows.length;
    this.setTitle(count === 1 ? "This search would leave this machine" : "These searches would leave this machine");
    this.contentEl.createEl("p", {
      cls: "inquiro-muted",
      text: `For “${nameOf(this.path)}”. Only these words are sent, the note is not. Change a search, or switch it off.`,
    });
    this.list = this.contentEl.createDiv({ cls: "inquiro-searches" });
    this.rows.forEach((row) => this.row(row));
    const more = this.contentEl.createEl("button", { cls: "inquiro-quiet", text: "Add a search" });
    more.addEventListener("click", () => {
      const row = { shown: "", text: "", send: true };
      this.rows.push(row);
      this.row(row).focus();
      this.changed();
    });
    this.heldBack();
    this.remembered = this.contentEl.createEl("label", { cls: "inquiro-remember" });
    const box = this.remembered.createEl("input", { attr: { type: "checkbox" } });
    this.remembered.createSpan({ text: "Let the words that I added leave next time, too" });
    box.addEventListener("change", () => (this.remember = box.checked));
    [this.cta] = this.buttons(
      { text: "Send", cta: true, click: () => this.end({ do: "answer", text: answerOf(this.rows, this.remember) }) },
      { text: "Send nothing", click: () => this.end({ do: "answer", text: "nothing" }) },
      { text: "Later", click: () => this.end({ do: "later" }) },
    );
    this.changed();
  }

  row(row) {
    const line = this.list.createDiv({ cls: "inquiro-search" });
    const name = () => row.text || "new search";
    const box = line.createEl("input", { attr: { type: "checkbox", "aria-label": `Send: ${name()}` } });
    box.checked = row.send;
    const input = line.createEl("input", {
      attr: { type: "text", maxlength: String(LONGEST_SEARCH), "aria-label": "Words of the search", spellcheck: "false" },
    });
    input.value = row.text;
    input.addEventListener("input", () => {
      row.text = input.value;
      this.changed();
    });
    box.addEventListener("change", () => {
      row.send = box.checked;
      line.toggleClass("is-dropped", !row.send);
      this.changed();
    });
    return input;
  }

  heldBack() {
    if (!this.held.length) return;
    const box = this.contentEl.createDiv({ cls: "inquiro-held" });
    box.createSpan({ cls: "inquiro-muted", text: `${counted(this.held.length, "word")} held back: ` });
    this.held.forEach(({ word, why }, at) => {
      if (at) box.createSpan({ cls: "inquiro-muted", text: ", " });
      box.createSpan({ text: word, attr: { title: why } });
      box.createSpan({ cls: "inquiro-muted", text: ` (${why})` });
    });
  }

  changed() {
    const kept = this.rows.filter((row) => row.send && row.text.trim());
    this.remembered.toggleClass("is-hidden", !kept.some((row) => row.text.trim() !== row.shown));
    if (!this.cta) return;
    this.cta.setText(kept.length ? `Send ${counted(kept.length, "search", "searches")}` : "Send nothing");
  }
}

// -- the change to a note ----------------------------------------------------------------------------

/** A unified diff as lines on the screen; its header is left out. */
function showDiff(place, diff) {
  const box = place.createDiv({ cls: "inquiro-diff", attr: { tabindex: "0", "aria-label": "The change to the note" } });
  const kinds = { "+": "added", "-": "removed", " ": "same" };
  const lines = diff.replace(/\n$/, "").split("\n").slice(2);
  for (const line of lines) {
    if (line.startsWith("@@")) {
      if (box.childElementCount) box.createDiv({ cls: "inquiro-line is-gap", text: "⋯" });
      continue;
    }
    const kind = kinds[line[0]];
    if (!kind) continue;
    const row = box.createDiv({ cls: `inquiro-line is-${kind}` });
    row.createSpan({ cls: "inquiro-sign", text: line[0] });
    row.createSpan({ cls: "inquiro-text", text: line.slice(1) || " " }).toggleClass("is-heading", /^#{1,6} /.test(line.slice(1)));
  }
}

function listed(place, title, lines, cls = "") {
  if (!lines.length) return;
  const box = place.createEl("details", { cls: `inquiro-details ${cls}`.trim() });
  box.createEl("summary", { text: title });
  const list = box.createEl("ul");
  lines.forEach((line) => list.createEl("li", { text: line }));
}

class PreviewModal extends InquiroModal {
  constructor(app, note, change, sources, write) {
    super(app);
    Object.assign(this, { note, change, sources, write });
  }

  build() {
    const { note, change } = this;
    this.modalEl.addClass("is-wide");
    this.setTitle(`Research for “${nameOf(note.path)}”`);
    const sent = note.queries.length;
    const facts = [
      counted(note.topics_researched, "topic"),
      counted(this.sources, "source"),
      sent ? `${counted(sent, "search", "searches")} left this machine` : "nothing left this machine",
    ];
    this.contentEl.createEl("p", { cls: "inquiro-muted", text: facts.join(" · ") });
    if (change.reason) this.contentEl.createEl("p", { cls: "inquiro-warning", text: sentence(change.reason) });
    showDiff(this.contentEl, change.diff);
    listed(this.contentEl, "What left this machine", note.queries);
    listed(this.contentEl, "What went wrong", note.problems, "inquiro-warning");
    this.said = this.contentEl.createEl("p", {
      cls: "inquiro-muted",
      text: "Nothing has been written. What you edit meanwhile is kept.",
    });
    this.shown = this.buttons(
      { text: "Accept", cta: true, click: () => void this.accept() },
      { text: "Discard", click: () => this.end({ do: "discard" }) },
      { text: "Later", click: () => this.end({ do: "later" }) },
    );
  }

  /** The modal stays until it is written: whoever looks at it does not type into the note at that moment. */
  async accept() {
    this.shown.forEach((button) => (button.disabled = true));
    this.said.setText("Writing; a note that just changed is left alone for three seconds first …");
    try {
      this.end({ do: "written", written: await this.write() });
    } catch (error) {
      this.said.addClass("inquiro-warning");
      this.said.setText(told(error));
      this.shown.forEach((button) => (button.disabled = false));
    }
  }
}

class UndoModal extends InquiroModal {
  constructor(app, change) {
    super(app);
    this.change = change;
  }

  build() {
    this.modalEl.addClass("is-wide");
    this.setTitle(`Undo the last section of “${nameOf(this.change.path)}”`);
    showDiff(this.contentEl, this.change.diff);
    this.buttons(
      { text: "Undo", warning: true, click: () => this.end({ do: "undo" }) },
      { text: "Cancel", click: () => this.end({ do: "later" }) },
    );
  }
}

class ProgressModal extends InquiroModal {
  constructor(app, plugin) {
    super(app);
    this.plugin = plugin;
  }

  build() {
    this.setTitle(`Researching “${nameOf(this.plugin.settings.run.path)}”`);
    this.bar = this.contentEl.createEl("progress", { attr: { max: "1" } });
    this.line = this.contentEl.createEl("p", { cls: "inquiro-muted" });
    this.buttons(
      { text: "Stop", warning: true, click: () => this.end({ do: "stop" }) },
      { text: "Close", click: () => this.end({ do: "later" }) },
    );
    this.update();
  }

  update() {
    const { progress, message } = this.plugin.progress;
    this.bar.value = progress;
    this.line.setText(message || "Starting …");
  }
}

function told(error) {
  if (!(error instanceof Problem)) console.error(error);
  const what = error instanceof Problem ? error.what : "Something unexpected happened; the console has it.";
  return error.todo ? `${what}\n${error.todo}` : what;
}

// -- the side pane -----------------------------------------------------------------------------------

class RelatedView extends ItemView {
  constructor(leaf, plugin) {
    super(leaf);
    this.plugin = plugin;
    this.asked = 0; // the newest question: an answer to an older one is not shown
    this.path = "";
  }

  getViewType() {
    return VIEW;
  }

  getDisplayText() {
    return "Related notes";
  }

  getIcon() {
    return "telescope";
  }

  async onOpen() {
    this.contentEl.empty();
    this.contentEl.addClass("inquiro-pane");
    this.input = this.contentEl.createEl("input", {
      attr: { type: "search", placeholder: "Search notes by meaning …", "aria-label": "Search notes by meaning" },
    });
    this.results = this.contentEl.createDiv({ cls: "inquiro-results", attr: { "aria-live": "polite" } });
    const later = debounce(() => void this.refresh(), 300, true);
    this.input.addEventListener("input", later);
    this.registerEvent(this.app.workspace.on("file-open", later));
    await this.refresh();
  }

  focusSearch() {
    this.input.focus();
    this.input.select?.();
  }

  async refresh() {
    const number = ++this.asked;
    const query = this.input.value.trim();
    const file = this.app.workspace.getActiveFile();
    this.results.addClass("is-busy");
    try {
      const show = query ? await this.found(query) : await this.near(file);
      if (number === this.asked) show();
    } catch (error) {
      if (number === this.asked) this.problem(error);
    }
    if (number === this.asked) this.results.toggleClass("is-busy", false);
  }

  async found(query) {
    await this.plugin.checkVault();
    const notes = await this.plugin.server.search(query, this.plugin.settings.mode);
    return () => {
      this.heading(notes.length ? "Found" : "No note answers that.");
      notes.forEach((note) => this.entry(note, this.plugin.settings.quotes ? note.snippet : ""));
    };
  }

  async near(file) {
    if (!file || !NOTES.includes(file.extension)) return () => this.heading("Open a note to see related ones.");
    await this.plugin.checkVault();
    const { related, withheld } = await this.plugin.server.related(file.path);
    const groups = [
      ["Related, not linked yet", related.filter((one) => !one.linked)],
      ["Related and linked", related.filter((one) => one.linked)],
    ].filter(([, notes]) => notes.length);
    return () => {
      if (!groups.length) {
        this.heading(withheld ? "This note is private: it is related to no other." : "No note is like this one.");
      }
      groups.forEach(([title, notes], at) => {
        this.heading(title, at > 0);
        notes.forEach((note) => this.entry(note));
      });
    };
  }

  heading(text, further = false) {
    if (!further) this.results.empty();
    this.results.createDiv({ cls: "inquiro-heading", text });
  }

  entry(note, quote = "") {
    const box = this.results.createDiv({ cls: "inquiro-note" });
    const link = box.createEl("a", { text: note.title || nameOf(note.path), attr: { href: "#", title: note.path } });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void this.app.workspace.openLinkText(note.path, "", Boolean(event.ctrlKey || event.metaKey));
    });
    const folder = note.path.split("/").slice(0, -1).join("/");
    if (folder) box.createDiv({ cls: "inquiro-muted inquiro-small", text: folder });
    if (quote) box.createDiv({ cls: "inquiro-quote", text: quote });
  }

  problem(error) {
    this.results.empty();
    const [what, ...todo] = told(error).split("\n");
    this.results.createDiv({ cls: "inquiro-warning", text: what });
    todo.forEach((line) => this.results.createDiv({ cls: "inquiro-todo", text: line }));
    const again = this.results.createEl("button", { text: "Try again" });
    again.addEventListener("click", () => void this.refresh());
  }
}

// -- settings ----------------------------------------------------------------------------------------

class InquiroSettings extends PluginSettingTab {
  constructor(app, plugin) {
    super(app, plugin);
    this.plugin = plugin;
  }

  display() {
    this.containerEl.empty();
    this.connection();
    new Setting(this.containerEl).setName("Research").setHeading();
    this.choice("What may leave", "Of a note only search words leave, never its text.", "send", SEND);
    this.choice("Depth", "How closely sources are read.", "depth", DEPTH);
    this.line("Sources", "Names with commas between; empty asks those that fit. Folders are the server’s choice: inquiro serve --corpus.", "sources");
    this.toggle("Quote other notes", "Sections may quote your other notes, and search results show the passage found.", "quotes");
    this.choice("Search", "How the side pane finds notes.", "mode", MODE);
    new Setting(this.containerEl).setName("Unusual setups").setHeading();
    this.toggle("Server on another machine", "It sees every note that you research. Needs https.", "allowRemote");
    this.toggle("Vault under another path", "The server sees this same folder under another path: a container, WSL.", "otherPath");
  }

  connection() {
    this.line("Server", "The address that inquiro serve prints.", "address");
    new Setting(this.containerEl)
      .setName("Token")
      .setDesc("Kept on this machine, not in the vault. Make one: inquiro tokens create obsidian --scope research")
      .addText((text) => {
        text.inputEl.type = "password";
        text.inputEl.autocomplete = "off";
        text.setPlaceholder("inq_…").setValue(this.plugin.token());
        text.onChange((value) => this.plugin.setToken(value));
      });
    const tried = new Setting(this.containerEl).setName("Connection");
    tried.addButton((button) =>
      button.setButtonText("Test connection").onClick(async () => {
        button.setDisabled(true);
        const { good, lines } = await this.plugin.tryConnection();
        button.setDisabled(false);
        tried.descEl.empty();
        tried.descEl.toggleClass("inquiro-warning", !good);
        tried.descEl.toggleClass("inquiro-good", good);
        lines.forEach((line) => tried.descEl.createDiv({ text: line }));
      }),
    );
  }

  line(name, description, key) {
    new Setting(this.containerEl)
      .setName(name)
      .setDesc(description)
      .addText((text) => text.setValue(this.plugin.settings[key]).onChange((value) => this.plugin.set(key, value.trim())));
  }

  toggle(name, description, key) {
    new Setting(this.containerEl)
      .setName(name)
      .setDesc(description)
      .addToggle((one) => one.setValue(this.plugin.settings[key]).onChange((value) => this.plugin.set(key, value)));
  }

  choice(name, description, key, options) {
    new Setting(this.containerEl)
      .setName(name)
      .setDesc(description)
      .addDropdown((one) =>
        one.addOptions(options).setValue(this.plugin.settings[key]).onChange((value) => this.plugin.set(key, value)),
      );
  }
}

// -- the plugin --------------------------------------------------------------------------------------

class InquiroPlugin extends Plugin {
  async onload() {
    this.settings = { ...DEFAULTS, ...(await this.loadData()) };
    this.server = new Server(this);
    this.progress = { progress: 0, message: "" };
    this.stage = "";
    this.poll = POLL;
    this.statusBar = this.addStatusBarItem();
    this.statusBar.addClass("mod-clickable");
    this.statusBar.addEventListener("click", () => void this.onStatusBar());
    this.registerView(VIEW, (leaf) => new RelatedView(leaf, this));
    this.addSettingTab(new InquiroSettings(this.app, this));
    this.addRibbonIcon("telescope", "Related notes", () => void this.openPane());
    this.registerEvent(this.app.vault.on("rename", (file, before) => void this.renamed(file.path, before)));
    this.commands();
    this.show("");
    this.app.workspace.onLayoutReady(() => void this.follow(false)); // what an earlier session left
  }

  onunload() {
    this.ended = true;
  }

  commands() {
    const onNote = (work) => (checking) => {
      const file = this.app.workspace.getActiveFile();
      if (!file || !NOTES.includes(file.extension)) return false;
      if (!checking) void this.reporting(work(file));
      return true;
    };
    const onRun = (work) => (checking) => {
      if (!this.settings.run) return false;
      if (!checking) void this.reporting(work());
      return true;
    };
    const add = (id, name, rest) => this.addCommand({ id, name, ...rest });
    add("research", "Research this note", { checkCallback: onNote((file) => this.research(file)) });
    add("continue", "Go on with the research that waits", { checkCallback: onRun(() => this.follow(true)) });
    add("stop", "Stop the research", { checkCallback: onRun(() => this.stop()) });
    add("undo", "Undo last section", { checkCallback: onNote((file) => this.undo(file)) });
    add("related", "Show related notes", { callback: () => this.reporting(this.openPane()) });
    add("search", "Search notes by meaning", { callback: () => this.reporting(this.openPane(true)) });
  }

  // What is kept

  token() {
    return this.app.loadLocalStorage(TOKEN) || "";
  }

  setToken(value) {
    this.app.saveLocalStorage(TOKEN, value.trim() || null);
    this.checked = "";
  }

  async set(key, value) {
    this.settings[key] = value;
    this.checked = "";
    await this.saveData(this.settings);
  }

  startCommand() {
    const folder = this.app.vault.adapter.getBasePath?.() || this.app.vault.getName();
    return `inquiro serve --vault "${folder}"`;
  }

  tokenAdvice() {
    return "Make one with: inquiro tokens create obsidian --scope research, and paste it into the settings.";
  }

  // Which vault

  /** The server must have this vault: a section must not land in a note of the same name elsewhere. */
  async checkVault(anew = false) {
    const wanted = `${this.settings.address} ${this.settings.otherPath}`;
    if (this.checked === wanted && !anew) return;
    this.checked = "";
    const { name, id } = await this.server.vault();
    const own = this.app.vault.getName();
    const ownId = vaultId(this.app.vault.adapter);
    const start = `Start it anew: ${this.startCommand()}`;
    if (name !== own && !this.settings.otherPath) {
      throw new Problem(`The server has the vault “${name}”, and this is “${own}”.`, start);
    }
    if (ownId && id !== ownId && !this.settings.otherPath) {
      throw new Problem(
        `The server has a vault “${name}” in another folder.`,
        `${start}\nIs it the same folder, seen from a container? Then say so in the settings: “Vault under another path”.`,
      );
    }
    this.checked = wanted;
  }

  async tryConnection() {
    try {
      await this.checkVault(true);
      await this.mayResearch();
      const sources = await this.server.sources();
      const usable = sources.filter((one) => one.available).map((one) => one.name);
      return { good: true, lines: [`Connected; the server has this vault.`, `Sources: ${usable.join(", ") || "none"}.`] };
    } catch (error) {
      return { good: false, lines: told(error).split("\n") };
    }
  }

  /** Whether the token is one for research: looking at a note that is not there tells, and costs nothing. */
  async mayResearch() {
    try {
      await this.server.preview("no note is called so");
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }

  // A run

  async research(file) {
    if (this.settings.run) {
      new Notice(`“${nameOf(this.settings.run.path)}” is not finished: click “Inquiro” in the status bar.`);
      return;
    }
    await this.checkVault(true);
    await this.save(file.path);
    const { send, depth, quotes, sources } = this.settings;
    const names = sources.split(",").map((one) => one.trim()).filter(Boolean);
    const { session_id: id } = await this.server.start({
      path: file.path,
      depth,
      quotes,
      hold: true,
      send: send === "ask" ? "ask" : "known",
      ...(send === "nothing" ? { privacy_mode: "local_only" } : {}),
      ...(names.length ? { sources: names } : {}),
    });
    this.progress = { progress: 0, message: "" };
    await this.setRun({ id, path: file.path });
    new Notice(`Researching “${nameOf(file.path)}” …`);
    await this.follow(true);
  }

  /** Look at the run until it ends or needs a person; whom it does not `show` itself to finds it in the status bar. */
  async follow(show) {
    if (this.following) {
      this.showing ||= show;
      return;
    }
    this.following = true;
    this.showing = show;
    try {
      while (this.settings.run && !this.ended && (await this.step()));
    } catch (error) {
      await this.lost(error);
    } finally {
      this.following = false;
    }
  }

  /** One look; whether there is reason for another. */
  async step() {
    const status = await this.looked();
    if (!status) return true;
    this.progress = { progress: status.progress, message: status.message };
    this.progressModal?.update();
    if (status.status === "waiting") {
      this.show("Inquiro: may these searches leave?", "waiting");
      this.progressModal?.close();
      return this.showing ? await this.review(status) : false;
    }
    if (["completed", "failed", "cancelled"].includes(status.status)) {
      this.progressModal?.close();
      await this.finished(status);
      return false;
    }
    this.show(`Inquiro: ${status.status === "stopping" ? "stopping" : `${Math.round(status.progress * 100)} %`}`, "running");
    await this.pause(this.poll);
    return true;
  }

  /** The status; undefined where the server does not answer just now, which a run survives. */
  async looked() {
    try {
      const status = await this.server.status(this.settings.run.id);
      this.missed = 0;
      return status;
    } catch (error) {
      if (error.status !== OFFLINE) throw error;
      this.missed = (this.missed || 0) + 1;
      this.show("Inquiro: no connection", "unreachable");
      if (this.missed === 3) new Notice(told(error), 10000);
      await this.pause(Math.min(LONGEST_PAUSE, this.poll * 2 ** this.missed));
      return undefined;
    }
  }

  async review(status) {
    const { id, path } = this.settings.run;
    const { held } = await this.server.preview(path).catch(() => ({ held: [] })); // only told, not decided on
    const decision = await new ReviewModal(this.app, path, status.searches, held).asked();
    if (decision.do !== "answer") return false;
    await this.server.answer(id, decision.text);
    return true;
  }

  async finished(status) {
    const { id, path } = this.settings.run;
    if (status.status !== "completed") {
      await this.setRun(null);
      new Notice(status.status === "failed" ? sentence(`research failed: ${status.error}`) : "Research was stopped.", 10000);
      return;
    }
    const report = await this.server.result(id);
    const note = report.note;
    if (!note?.written || note.written.outcome !== "held") {
      await this.setRun(null);
      const why = note?.written?.outcome === "unchanged" ? `“${nameOf(path)}” says all this already` : note?.written?.reason;
      new Notice(sentence(why || "research ended without a section"));
      return;
    }
    this.show("Inquiro: section ready", "ready");
    if (this.showing) await this.offer(id, note, report.sources.length);
  }

  async offer(id, note, sources) {
    await this.save(this.settings.run.path);
    const change = await this.server.accept(id, true);
    if (!change.diff) {
      await this.setRun(null);
      new Notice(`“${nameOf(note.path)}” says all this already.`);
      return;
    }
    const write = async () => {
      await this.save(this.settings.run.path); // by now it may be called otherwise, and hold more
      return this.server.accept(id, false);
    };
    const decision = await new PreviewModal(this.app, note, change, sources, write).asked();
    if (decision.do === "later") return;
    await this.setRun(null);
    if (decision.do === "written") new Notice(this.outcome(decision.written), 8000);
  }

  outcome({ outcome, path, reason }) {
    const said = {
      written: `The section stands in “${nameOf(path)}”.`,
      merged: `The section stands in “${nameOf(path)}”; your edits were kept.`,
      unchanged: `“${nameOf(path)}” says all this already.`,
    }[outcome];
    return said || sentence(reason || `the section stands in “${nameOf(path)}”`);
  }

  async stop() {
    await this.server.stop(this.settings.run.id);
    await this.follow(true);
  }

  async undo(file) {
    await this.checkVault(true);
    await this.save(file.path);
    const change = await this.server.undo(file.path, true);
    if (!change.diff) {
      new Notice(sentence(change.reason || "there is nothing to undo"));
      return;
    }
    const decision = await new UndoModal(this.app, change).asked();
    if (decision.do !== "undo") return;
    await this.save(file.path);
    await this.server.undo(file.path, false);
    new Notice(`The last section of “${nameOf(file.path)}” is undone.`);
  }

  /** What is typed but not on the disk yet: the server reads and merges the file. */
  async save(path) {
    const leaves = this.app.workspace.getLeavesOfType("markdown");
    await Promise.all(leaves.map(({ view }) => (view.file?.path === path && view.save ? view.save() : undefined)));
  }

  async renamed(path, before) {
    if (this.settings.run?.path === before) await this.set("run", { ...this.settings.run, path });
  }

  async setRun(run) {
    await this.set("run", run);
    this.show(run ? "Inquiro: starting" : "", run ? "running" : "");
  }

  /** A run that cannot be followed: forgotten where the server knows nothing of it, else kept for another try. */
  async lost(error) {
    new Notice(told(error), 10000);
    if (error.status === 404) await this.setRun(null);
    else this.show("Inquiro: click to try again", "unreachable");
  }

  async reporting(work) {
    try {
      await work;
    } catch (error) {
      new Notice(told(error), 10000);
    }
  }

  show(text, stage = "") {
    this.stage = stage;
    this.statusBar.setText(text);
    this.statusBar.toggleClass("is-hidden", !text);
  }

  async onStatusBar() {
    if (!this.settings.run) return;
    if (this.stage !== "running") {
      await this.follow(true);
      return;
    }
    this.progressModal = new ProgressModal(this.app, this);
    const decision = await this.progressModal.asked();
    this.progressModal = null;
    if (decision.do === "stop") await this.reporting(this.stop());
  }

  async openPane(search = false) {
    const { workspace } = this.app;
    let [leaf] = workspace.getLeavesOfType(VIEW);
    if (!leaf) {
      leaf = workspace.getRightLeaf(false);
      await leaf.setViewState({ type: VIEW, active: true });
    }
    await workspace.revealLeaf(leaf);
    if (search) leaf.view.focusSearch();
  }

  pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}

module.exports = InquiroPlugin;
Object.assign(module.exports, { default: InquiroPlugin, answerOf, checkedAddress, Problem });

// As much of Obsidian's API as the plugin uses, over any DOM: a browser's, or the small one of these tests.
"use strict";

function augment(prototype, document) {
  Object.assign(prototype, {
    createEl(tag, { text, cls, attr } = {}) {
      const made = document.createElement(tag);
      if (cls) made.className = cls;
      if (text !== undefined) made.textContent = text;
      for (const [name, value] of Object.entries(attr ?? {})) made.setAttribute(name, value);
      this.appendChild(made);
      return made;
    },
    createDiv(options) {
      return this.createEl("div", options);
    },
    createSpan(options) {
      return this.createEl("span", options);
    },
    empty() {
      this.replaceChildren();
    },
    setText(text) {
      this.textContent = text;
    },
    addClass(...names) {
      this.classList.add(...names);
    },
    toggleClass(name, on) {
      this.classList.toggle(name, on);
    },
  });
}

class Events {
  constructor() {
    this.handlers = [];
  }

  on(name, handler) {
    this.handlers.push([name, handler]);
    return { name, handler };
  }

  trigger(name, ...told) {
    this.handlers.filter(([one]) => one === name).forEach(([, handler]) => handler(...told));
  }
}

/** @param world {document, name, basePath, requestUrl, openFile, storage, data} */
function standIn(world) {
  const { document } = world;
  const seen = { notices: [], modals: [], opened: [], saved: [], commands: {}, tabs: [], views: {}, statusBar: null };
  const body = document.body;

  class Workspace extends Events {
    getActiveFile() {
      return world.openFile ?? null;
    }
    getLeavesOfType(type) {
      if (type === "markdown") {
        const { openFile: file } = world;
        const view = { file, save: async () => void (seen.saved.push(file.path), world.onSave?.(file.path)) };
        return file ? [{ view }] : [];
      }
      return seen.leaf?.type === type ? [seen.leaf] : [];
    }
    getRightLeaf() {
      const leaf = {
        setViewState: async ({ type }) => {
          leaf.type = type;
          leaf.containerEl = world.pane ?? body.createDiv();
          leaf.view = seen.views[type](leaf);
          await leaf.view.onOpen();
        },
      };
      seen.leaf = leaf;
      return leaf;
    }
    async revealLeaf() {}
    onLayoutReady(work) {
      world.layoutReady = work;
      if (!world.restoring) work();
    }
    async openLinkText(path, source, newLeaf) {
      seen.opened.push({ path, newLeaf });
    }
  }

  const app = {
    workspace: new Workspace(),
    vault: Object.assign(new Events(), { getName: () => world.name, adapter: { getBasePath: () => world.basePath } }),
    loadLocalStorage: (key) => world.storage[key] ?? null,
    saveLocalStorage: (key, value) => (value === null ? delete world.storage[key] : (world.storage[key] = value)),
  };

  class Component {
    registerEvent() {}
  }

  class Plugin extends Component {
    constructor() {
      super();
      this.app = app;
    }
    async loadData() {
      return JSON.parse(JSON.stringify(world.data ?? null));
    }
    async saveData(data) {
      world.data = JSON.parse(JSON.stringify(data));
    }
    addStatusBarItem() {
      seen.statusBar = (world.statusBar ?? body).createDiv({ cls: "status-bar-item" });
      return seen.statusBar;
    }
    registerView(type, make) {
      seen.views[type] = make;
    }
    addSettingTab(tab) {
      seen.tabs.push(tab);
    }
    addRibbonIcon() {}
    addCommand(command) {
      seen.commands[command.id] = command;
    }
  }

  class Modal {
    constructor(given) {
      this.app = given;
      this.containerEl = document.createElement("div");
      this.containerEl.className = "modal-container";
      this.containerEl.createDiv({ cls: "modal-bg" });
      this.modalEl = this.containerEl.createDiv({ cls: "modal" });
      this.titleEl = this.modalEl.createDiv({ cls: "modal-title" });
      this.contentEl = this.modalEl.createDiv({ cls: "modal-content" });
    }
    setTitle(text) {
      this.titleEl.setText(text);
    }
    open() {
      body.appendChild(this.containerEl);
      this.isOpen = true;
      this.onOpen();
      seen.modals.push(this);
      world.onModal?.(this);
    }
    close() {
      if (!this.isOpen) return;
      this.isOpen = false;
      this.containerEl.remove();
      this.onClose();
    }
  }

  class ItemView extends Component {
    constructor(leaf) {
      super();
      this.app = app;
      this.contentEl = leaf.containerEl.createDiv({ cls: "view-content" });
    }
  }

  class PluginSettingTab {
    constructor() {
      this.containerEl = document.createElement("div");
      this.containerEl.className = "vertical-tab-content";
    }
  }

  class Notice {
    constructor(text) {
      seen.notices.push(text);
      world.onNotice?.(text);
    }
  }

  return {
    app,
    seen,
    modules: {
      obsidian: {
        ItemView,
        Modal,
        Notice,
        Plugin,
        PluginSettingTab,
        Setting: settingOver(),
        debounce: (work) => world.debounce?.(work) ?? work,
        requestUrl: world.requestUrl,
      },
    },
  };
}

function settingOver() {
  return class Setting {
    constructor(place) {
      this.settingEl = place.createDiv({ cls: "setting-item" });
      const info = this.settingEl.createDiv({ cls: "setting-item-info" });
      this.nameEl = info.createDiv({ cls: "setting-item-name" });
      this.descEl = info.createDiv({ cls: "setting-item-description" });
      this.controlEl = this.settingEl.createDiv({ cls: "setting-item-control" });
    }
    setName(text) {
      this.nameEl.setText(text);
      return this;
    }
    setDesc(text) {
      this.descEl.setText(text);
      return this;
    }
    setHeading() {
      this.settingEl.addClass("setting-item-heading");
      return this;
    }
    addText(work) {
      const inputEl = this.controlEl.createEl("input", { attr: { type: "text" } });
      work(field(inputEl, "value", "input"));
      return this;
    }
    addToggle(work) {
      const inputEl = this.controlEl.createEl("input", { attr: { type: "checkbox" }, cls: "toggle" });
      work(field(inputEl, "checked", "change"));
      return this;
    }
    addDropdown(work) {
      const inputEl = this.controlEl.createEl("select", { cls: "dropdown" });
      const one = field(inputEl, "value", "change");
      one.addOptions = (options) => {
        for (const [value, text] of Object.entries(options)) inputEl.createEl("option", { text, attr: { value } });
        return one;
      };
      work(one);
      return this;
    }
    addButton(work) {
      const inputEl = this.controlEl.createEl("button");
      const one = {
        setButtonText: (text) => (inputEl.setText(text), one),
        setDisabled: (off) => ((inputEl.disabled = off), one),
        onClick: (click) => (inputEl.addEventListener("click", click), one),
      };
      work(one);
      return this;
    }
  };
}

function field(inputEl, key, event) {
  const one = {
    inputEl,
    setPlaceholder: (text) => (inputEl.setAttribute("placeholder", text), one),
    setValue: (value) => ((inputEl[key] = value), one),
    onChange: (work) => (inputEl.addEventListener(event, () => work(inputEl[key])), one),
  };
  return one;
}

/** The plugin as Obsidian loads it: CommonJS, with `obsidian` and, on a desktop, node's own modules. */
function loaded(code, modules) {
  const module = { exports: {} };
  const find = (name) => {
    if (name in modules) return modules[name];
    throw new Error(`no module ${name}`);
  };
  new Function("module", "exports", "require", code)(module, module.exports, find);
  return module.exports;
}

if (typeof module !== "undefined") module.exports = { augment, standIn, loaded };

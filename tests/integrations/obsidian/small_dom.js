// A document without a browser: elements, classes, attributes, events. Markup cannot be put in, so that nothing does.
"use strict";

class Element {
  constructor(tag) {
    this.tag = tag;
    this.children = [];
    this.parent = null;
    this.attributes = {};
    this.listeners = {};
    this.words = "";
    this.value = "";
    this.checked = false;
    this.disabled = false;
    this.names = new Set();
    this.classList = {
      add: (...names) => names.forEach((name) => this.names.add(name)),
      toggle: (name, on) => (on ? this.names.add(name) : this.names.delete(name)),
      contains: (name) => this.names.has(name),
    };
  }

  set className(text) {
    this.names.clear();
    text.split(" ").forEach((name) => this.names.add(name));
  }

  set innerHTML(_) {
    throw new Error("markup is never put in");
  }

  get outerHTML() {
    throw new Error("markup is never read");
  }

  insertAdjacentHTML() {
    throw new Error("markup is never put in");
  }

  get childElementCount() {
    return this.children.length;
  }

  get textContent() {
    return this.words + this.children.map((child) => child.textContent).join("");
  }

  set textContent(text) {
    this.children = [];
    this.words = String(text);
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === "type") this.type = value;
  }

  appendChild(child) {
    child.parent = this;
    this.children.push(child);
  }

  replaceChildren() {
    this.children = [];
    this.words = "";
  }

  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
  }

  addEventListener(type, listener) {
    (this.listeners[type] ??= []).push(listener);
  }

  focus() {
    Element.focused = this;
  }

  fire(type, event = {}) {
    if (type === "click" && this.disabled) throw new Error(`${this.textContent} is disabled`);
    return Promise.all((this.listeners[type] ?? []).map((one) => one({ preventDefault() {}, ...event })));
  }

  /** All below that fit: by tag, class or function. */
  all(wanted) {
    const fits = typeof wanted === "function" ? wanted : (one) => one.tag === wanted || one.names.has(wanted);
    return this.children.flatMap((child) => [...(fits(child) ? [child] : []), ...child.all(fits)]);
  }

  button(text) {
    const found = this.all((one) => one.tag === "button" && one.textContent.startsWith(text));
    if (found.length !== 1) throw new Error(`${found.length} buttons are called ${text}`);
    return found[0];
  }

  async enter(text) {
    this.value = text;
    await this.fire("input");
  }

  async tick(on) {
    this.checked = on;
    await this.fire("change");
  }
}

function smallDocument() {
  return { createElement: (tag) => new Element(tag), body: new Element("body") };
}

module.exports = { Element, smallDocument };

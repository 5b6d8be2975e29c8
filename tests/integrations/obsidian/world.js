// The plugin in an Obsidian without a screen.
"use strict";

const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { Element, smallDocument } = require("./small_dom.js");
const { augment, loaded, standIn } = require("./stand_in.js");

const SOURCE = path.join(__dirname, "../../../integrations/obsidian/main.js");

/** A plugin that is loaded; `press` says what a person does with each modal that opens. */
async function opened({ requestUrl, vault = "/vaults/mine", token = "inq_x", data = null, press = [], ...more }) {
  const document = smallDocument();
  augment(Element.prototype, document);
  const world = {
    document,
    name: path.basename(vault),
    basePath: vault,
    requestUrl,
    storage: token ? { "inquiro-token": token } : {},
    data,
    openFile: file("Heat pumps.md"),
    onModal: (modal) => {
      const next = press.shift();
      if (next) setImmediate(() => next(modal));
    },
    ...more,
  };
  const stood = standIn(world);
  const Kind = loaded(fs.readFileSync(SOURCE, "utf8"), { ...stood.modules, fs, crypto: require("node:crypto") });
  const plugin = new Kind();
  await plugin.onload();
  plugin.poll = 5;
  return { plugin, world, seen: stood.seen, app: stood.app, Kind };
}

function file(name) {
  return { path: name, extension: name.split(".").pop() };
}

/** A server of answers: `POST /api/notes` and so on to a value, a function, or {status, detail}. */
function answering(routes, asked = []) {
  return async ({ url, method, body, headers }) => {
    const { pathname, search } = new URL(url);
    const told = { method, path: pathname, search, body: body && JSON.parse(body), headers };
    asked.push(told);
    const route = routes[`${method} ${pathname}`];
    if (route === undefined) return { status: 404, text: JSON.stringify({ detail: "Not Found" }) };
    const value = typeof route === "function" ? await route(told) : route;
    if (value instanceof Error) throw value;
    if (value && value.refused) return { status: value.refused, text: JSON.stringify({ detail: value.detail }) };
    return { status: 200, text: typeof value === "string" ? value : JSON.stringify(value) };
  };
}

/** As Obsidian asks: no origin, no cookie, no redirect. */
function requestUrl({ url, method, headers, body, contentType }) {
  return new Promise((resolve, reject) => {
    const more = body === undefined ? {} : { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) };
    const request = http.request(url, { method, headers: { ...headers, ...more } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, text: Buffer.concat(parts).toString("utf8") }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Run a command as the palette does; false where it is not offered. */
async function command(seen, id) {
  const { callback, checkCallback } = seen.commands[id];
  if (callback) return void (await callback());
  if (!checkCallback(true)) return false;
  checkCallback(false);
  return true;
}

async function until(fits, what) {
  const deadline = Date.now() + 20000;
  while (!fits()) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

module.exports = { answering, command, file, opened, requestUrl, until };

"use strict";
(() => {
  const panel = document.getElementById("panel");
  const side = panel.closest(".side");
  const slot = (name) => panel.querySelector(`[data-slot="${name}"]`);
  const button = (act) => panel.querySelector(`[data-act="${act}"]`);
  let quotes = [], at = 0, opener = null;

  function show() {
    const figure = document.getElementById(quotes[at]);
    const source = figure.closest("li");
    const copy = figure.cloneNode(true);
    copy.removeAttribute("id");
    slot("quote").replaceChildren(copy);
    const title = source.querySelector(".source-title").cloneNode(true);
    const facts = source.querySelector(".source-facts").cloneNode(true);
    slot("source").replaceChildren(title, facts);
    slot("count").textContent = `${at + 1} of ${quotes.length}`;
    slot("jump").href = `#${source.id}`;
    button("previous").disabled = at === 0;
    button("next").disabled = at === quotes.length - 1;
    panel.querySelector(".panel-body").scrollTop = 0;
  }

  function describe(claim) {
    const chip = slot("label");
    chip.hidden = !claim;
    chip.textContent = claim ? claim.dataset.label : "";
    chip.className = claim ? `chip ${claim.dataset.kind}` : "chip";
    slot("sentence").textContent = claim ? claim.textContent : "";
    slot("sentence").hidden = !claim;
  }

  function mark(expanded) {
    if (!opener) return;
    opener.setAttribute("aria-expanded", String(expanded));
    const claim = document.getElementById(opener.dataset.claim);
    if (claim) claim.classList.toggle("current", expanded);
  }

  function toggle(open) {
    panel.hidden = !open;
    side.classList.toggle("open", open);
    document.body.classList.toggle("reading", open);
    mark(open);
  }

  function open(link) {
    mark(false);
    opener = link;
    quotes = link.dataset.quotes.split(" ");
    at = Number(link.dataset.at);
    describe(document.getElementById(link.dataset.claim));
    show();
    toggle(true);
    panel.focus({ preventScroll: true });
    const sheet = panel.getBoundingClientRect();
    if (link.getBoundingClientRect().bottom > sheet.top && sheet.left < 1) link.scrollIntoView({ block: "center" });
  }

  function close() {
    toggle(false);
    if (opener) opener.focus({ preventScroll: true });
    opener = null;
  }

  function step(by) {
    at = Math.min(quotes.length - 1, Math.max(0, at + by));
    show();
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (const details of target ? target.querySelectorAll(":scope > details") : []) details.open = true;
  }

  for (const link of document.querySelectorAll(".mark[data-quotes]")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-controls", "panel");
    link.setAttribute("aria-expanded", "false");
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (opener === link) close(); else open(link);
    });
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      link.click();
    });
  }
  button("close").addEventListener("click", close);
  button("previous").addEventListener("click", () => step(-1));
  button("next").addEventListener("click", () => step(1));
  slot("jump").addEventListener("click", () => { toggle(false); opener = null; });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });
  window.addEventListener("hashchange", reveal);
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  reveal();
})();

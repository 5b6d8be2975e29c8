"use strict";
(() => {
  const dismissed = () => document.querySelectorAll(".cite.dismissed");

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const cite of document.querySelectorAll(".cite:hover, .cite:focus-within")) cite.classList.add("dismissed");
  });
  for (const kind of ["pointerover", "focusin", "pointerdown"]) {
    document.addEventListener(kind, (event) => {
      const here = event.target.closest(".cite");
      for (const cite of dismissed()) if (cite !== here || kind !== "pointerover") cite.classList.remove("dismissed");
    });
  }

  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.matches("details")) target.open = true;
    for (const details of target.querySelectorAll(":scope > details")) details.open = true;
  }

  window.addEventListener("hashchange", reveal);
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  reveal();
})();

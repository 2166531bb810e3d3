// Big buttons for those who do not know any command yet.

import { find, make } from "./dom.js";

// showStarters offers ways to begin, in the room and behind "New game".
export function showStarters(starters, send) {
  const dialog = find("games");
  const build = () => starters.map((starter) =>
    make("button", { type: "button", click: () => { dialog.close(); send(starter.text); } },
      make("b", {}, starter.label), starter.hint ? make("small", {}, starter.hint) : null));
  find("starters").replaceChildren(...build());
  find("games-starters").replaceChildren(...build());
}

// prepareStarters wires what stands on the page already.
export function prepareStarters(send) {
  const dialog = find("games");
  find("new-game").addEventListener("click", () => dialog.showModal());
  find("games-cancel").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  for (const button of document.querySelectorAll("[data-send]")) {
    button.addEventListener("click", () => send(button.dataset.send));
  }
}

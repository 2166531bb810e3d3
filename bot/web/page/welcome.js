// The first screen, and the same again for a window that wants another name.

import { post, words } from "./api.js";
import { avatar, find, make } from "./dom.js";
import { self } from "./self.js";

const dialog = find("welcome");

// prepareWelcome wires the screen once.
export function prepareWelcome() {
  find("welcome-form").addEventListener("submit", (event) => {
    event.preventDefault();
    enter(find("name").value);
  });
  find("name").addEventListener("input", () => (find("name-problem").textContent = ""));
  find("welcome-cancel").addEventListener("click", () => dialog.close());
  dialog.addEventListener("cancel", (event) => {
    if (!self.speaker) event.preventDefault(); // somebody has to come in
  });
}

// welcome asks who speaks through this window; problem says why it asks again.
export async function welcome(problem = "") {
  const { names } = await post("/api/hello", {});
  find("known").hidden = names.length === 0;
  find("known-names").replaceChildren(...names.map((person) =>
    make("button", { type: "button", click: () => enter(person.name) }, avatar(person), make("span", { dir: "auto" }, person.name))));
  find("welcome-cancel").hidden = !self.speaker || Boolean(problem);
  find("name").value = "";
  find("name-problem").textContent = problem;
  if (!dialog.open) dialog.showModal();
  find("name").focus();
}

async function enter(name) {
  try {
    self.enter(await post("/api/join", { name }, () => post("/api/hello", {})));
    dialog.close();
    find("text").focus({ preventScroll: true });
  } catch (error) {
    find("name-problem").textContent = words(error);
    find("name").focus();
  }
}

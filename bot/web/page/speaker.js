// Who speaks, above the line: the window's names, and the switch for both sides.

import { words } from "./api.js";
import { avatar, find, make } from "./dom.js";
import { self } from "./self.js";
import { toast } from "./toast.js";

// showSpeaker keeps the names current; change is called by who wants another one.
export function showSpeaker(change) {
  find("change-name").addEventListener("click", change);
  find("both").addEventListener("click", turn);
  find("chips").addEventListener("keydown", step);
  self.addEventListener("change", draw);
  draw();
}

function draw() {
  const box = find("chips");
  const focused = box.contains(document.activeElement);
  box.replaceChildren(...self.names.map(chip));
  if (focused) box.querySelector('[aria-checked="true"]')?.focus();
  find("both").setAttribute("aria-checked", String(self.both));
  document.body.classList.toggle("both-on", self.both);
}

function chip(person) {
  const chosen = person.key === self.speaker?.key;
  return make("button", {
    type: "button",
    class: "chip",
    role: "radio",
    "aria-checked": String(chosen),
    tabindex: chosen ? "0" : "-1",
    title: person.name,
    click: () => self.choose(person.key),
  }, avatar(person), make("span", { dir: "auto" }, person.name));
}

// step moves among the names with the arrow keys, as in any group of choices.
function step(event) {
  if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const other = self.names.find((name) => name.key !== self.speaker.key);
  if (other) self.choose(other.key);
}

async function turn() {
  if (self.both) {
    self.stand();
    return;
  }
  try {
    await self.sit();
    toast("info", `You now sit on both sides: ${self.names[0].name} and ${self.names[1].name}. Your taps go to whoever is to act.`);
  } catch (error) {
    toast("refusal", words(error));
  }
}

// The buttons under a message. A button stays pressed until it is answered, even
// if the message changes meanwhile.

import { make } from "./dom.js";

const pressed = new Set(); // "ref data"

// show fills box with the message's buttons; tap(button) is asked for an answer.
export function show(box, message, tap) {
  const focused = box.contains(document.activeElement) ? document.activeElement : undefined;
  const place = focused && [...box.querySelectorAll("button")].indexOf(focused);
  box.replaceChildren(...(message.groups ?? []).map((group) => row(message, group, tap)));
  if (focused) refocus(box, focused.dataset.data, place);
}

// refocus keeps the keyboard where it was: on the same button, or on its place.
function refocus(box, data, place) {
  const buttons = [...box.querySelectorAll("button")];
  const same = buttons.find((button) => button.dataset.data === data);
  (same ?? buttons[Math.min(place, buttons.length - 1)])?.focus({ preventScroll: true });
}

function row(message, group, tap) {
  const box = make("div", { class: "group", role: "group" });
  box.style.setProperty("--per-row", columns(group));
  for (const button of group.buttons) box.append(one(message, button, tap));
  return box;
}

// columns is how many buttons stand side by side where the group leaves it open:
// as few rows as fit, evenly filled.
function columns({ perRow, buttons }) {
  if (perRow) return Math.min(perRow, buttons.length);
  const longest = Math.max(...buttons.map((button) => button.label.length));
  const fit = longest > 22 ? 1 : longest > 12 ? 2 : longest > 8 ? 3 : 4;
  const rows = Math.ceil(buttons.length / fit);
  return Math.ceil(buttons.length / rows);
}

function one(message, button, tap) {
  const key = `${message.ref} ${button.data}`;
  const element = make("button", {
    type: "button",
    class: `button ${button.style ?? ""}`,
    "data-data": button.data,
    "aria-busy": pressed.has(key) ? "true" : undefined,
  }, button.label);
  element.addEventListener("click", async () => {
    if (pressed.has(key)) return;
    pressed.add(key);
    element.setAttribute("aria-busy", "true");
    try {
      await tap(button);
    } finally {
      pressed.delete(key);
      release(message.ref, button.data);
    }
  });
  return element;
}

// release lifts a button, which an edit may have made anew.
function release(ref, data) {
  for (const element of document.querySelectorAll('button[aria-busy="true"]')) {
    if (element.dataset.data === data && element.closest(".message")?.dataset.ref === (ref ?? "")) element.removeAttribute("aria-busy");
  }
}

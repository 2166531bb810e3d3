// Notices for this window alone. A warning stays until it is dismissed, or until
// what warned is tapped again and answered.

import { find, make } from "./dom.js";

const shapes = {
  ok: "M5 12.5l4.5 4.5L19 7.5",
  info: "M12 11v6M12 7.2v.1M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z",
  refusal: "M6 6l12 12M18 6L6 18",
  warning: "M12 9v5M12 17.4v.1M12 3.2 2.6 20h18.8z",
};
const atMost = 2; // that pass by themselves

// toast shows a notice in place of an earlier one about the same thing, if about
// is given.
export function toast(kind, text, about = "") {
  const region = find("toasts");
  for (const old of region.querySelectorAll(".toast")) {
    if (old.dataset.text === text || (about && old.dataset.about === about) || (kind === "ok" && old.matches(".ok"))) old.remove();
  }
  const notice = make("div", { class: `toast ${kind}`, role: kind === "warning" && "alert" }, icon(shapes[kind]), make("p", { dir: "auto" }, text));
  notice.dataset.text = text;
  notice.dataset.about = about;
  notice.append(make("button", { type: "button", "aria-label": "Dismiss", click: () => notice.remove() }, "×"));
  region.append(notice);
  const passing = region.querySelectorAll(".toast:not(.warning)");
  if (passing.length > atMost) passing[0].remove();
  if (kind !== "warning") fade(notice, 3000 + 50 * text.length);
}

// fade removes a notice after a while, but not under the pointer or the focus.
function fade(notice, delay) {
  setTimeout(() => {
    if (notice.matches(":hover, :focus-within")) fade(notice, 1500);
    else notice.remove();
  }, delay);
}

function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

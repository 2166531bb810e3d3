// The spans of a text.

import { make } from "./dom.js";
import { self } from "./self.js";

const builders = {
  bold: (span) => make("b", {}, span.text),
  code: (span) => make("code", {}, span.text),
  link: (span) => make("a", { href: span.url, target: "_blank", rel: "noopener noreferrer" }, span.text),
  mention: (span) => make("span", { class: self.has(span.person) ? "mention me" : "mention" }, span.text),
  time: (span) => instant(span),
};

export function spans(text) {
  return text.map((span) => builders[span.kind]?.(span) ?? document.createTextNode(span.text));
}

// instant shows a time in the reader's zone, with the day unless it is today.
function instant(span) {
  const date = new Date(span.time);
  const today = date.toDateString() === new Date().toDateString();
  const day = today ? {} : { weekday: "short", day: "numeric", month: "short" };
  const shown = date.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit" });
  return make("time", { datetime: span.time, title: span.text }, shown);
}

// Small helpers for building what is shown. Text always becomes text nodes, so
// nothing that people write is ever read as markup.

export const find = (id) => document.getElementById(id);

// make returns an element; properties that are functions listen to events,
// others are attributes, and undefined, null and false ones are left out.
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

// avatar returns a round mark with a person's initials, in a colour of its own.
export function avatar(person) {
  const mark = make("span", { class: "avatar", "aria-hidden": "true" }, initials(person.name));
  mark.style.setProperty("--hue", hue(person.key));
  return mark;
}

export function hue(key) {
  let sum = 7;
  for (const letter of key) sum = (sum * 31 + letter.codePointAt(0)) % 360;
  return String(sum);
}

function initials(name) {
  const words = name.split(" ").map(graphemes);
  const first = words[0][0].toLocaleUpperCase();
  return words.length > 1 ? first + words[words.length - 1][0].toLocaleUpperCase() : first;
}

function graphemes(text) {
  if (!Intl.Segmenter) return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
}

// clock returns a <time> for the moment a message came.
export function clock(at) {
  const date = new Date(at);
  const text = date.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  return make("time", { datetime: date.toISOString(), title: date.toLocaleString() }, text);
}

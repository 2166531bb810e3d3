// Who is in the room.

import { avatar, find, make } from "./dom.js";

const shown = 4;

export function showPresent(people) {
  const box = find("present");
  box.title = people.map((person) => person.name).join(", ");
  box.replaceChildren(...people.slice(0, shown).map(avatar));
  if (people.length > shown) box.append(make("span", { class: "avatar more", "aria-hidden": "true" }, `+${people.length - shown}`));
  box.append(make("span", { class: "unseen" }, box.title));
}

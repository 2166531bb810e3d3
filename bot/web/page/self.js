// Who speaks through this window: one name of the browser, or two when somebody
// sits on both sides. The choice lives as long as the window.

import { post } from "./api.js";

const place = "tablabot.window";
const seconds = ["②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨"];

class Self extends EventTarget {
  names = []; // of the window: [first] or [first, second]
  active = undefined; // the key of the one who speaks

  constructor() {
    super();
    try {
      const kept = JSON.parse(sessionStorage.getItem(place));
      if (kept?.names?.length) Object.assign(this, { names: kept.names, active: kept.active });
    } catch {
      sessionStorage.removeItem(place);
    }
  }

  get both() {
    return this.names.length > 1;
  }

  // speaker is the person who speaks now.
  get speaker() {
    return this.names.find((name) => name.key === this.active) ?? this.names[0];
  }

  has(key) {
    return this.names.some((name) => name.key === key);
  }

  // enter makes the window speak as one person.
  enter(person) {
    this.#become([person], person.key);
  }

  // choose makes one of the window's names the speaker.
  choose(key) {
    if (this.has(key) && key !== this.active) this.#become(this.names, key);
  }

  // follow makes the one who is to act the speaker, if that is exactly one of
  // the window's names.
  follow(mention = []) {
    const here = this.names.filter((name) => mention.includes(name.key));
    if (here.length === 1) this.choose(here[0].key);
  }

  // order returns in whose names a tap is tried: first whoever is to act, else
  // who speaks.
  order(mention = []) {
    const here = this.names.filter((name) => mention.includes(name.key));
    const first = here.length === 1 ? here[0] : this.speaker;
    return [first, ...this.names.filter((name) => name.key !== first.key)];
  }

  // sit takes a second name and sits on both sides with it.
  async sit() {
    const first = this.names[0];
    const base = Array.from(first.name).slice(0, 37).join("");
    for (const [i, mark] of seconds.entries()) {
      try {
        const second = await post("/api/join", { name: `${base} ${mark}` }, () => this.rejoin());
        this.#become([first, second], this.active);
        return;
      } catch (error) {
        if (error.status !== 409 || i === seconds.length - 1) throw error;
      }
    }
  }

  // stand leaves the second side.
  stand() {
    this.enter(this.names[0]);
  }

  // rejoin claims the window's names again, for a door that was started anew.
  async rejoin() {
    await post("/api/hello", {});
    for (const name of this.names) await post("/api/join", { name: name.name });
  }

  #become(names, active) {
    this.names = names;
    this.active = active;
    sessionStorage.setItem(place, JSON.stringify({ names, active }));
    this.dispatchEvent(new Event("change"));
  }
}

export const self = new Self();

// The line that is typed into: completion of commands, what was sent before, and
// what is replied to.

import { find, make } from "./dom.js";

const kept = 50; // lines of the past

export class Composer {
  #input = find("text");
  #list = find("completions");
  #commands = [];
  #chosen = -1;
  #past = [];
  #back = 0; // how far back in the past; 0 is the present line
  #reply;

  // send(text, ref) sends what was typed.
  constructor(send) {
    find("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(send);
    });
    this.#input.addEventListener("input", () => this.#complete());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#input.addEventListener("blur", () => this.#close());
    this.#list.addEventListener("mousedown", (event) => event.preventDefault()); // keep the focus
    this.#list.addEventListener("click", (event) => this.#take(event.target.closest("li")));
    find("slash").addEventListener("click", () => this.start("/"));
    find("reply-cancel").addEventListener("click", () => this.reply());
  }

  set commands(commands) {
    this.#commands = commands;
  }

  // start puts a beginning into the line, for the person to go on.
  start(text) {
    this.#input.value = text;
    this.#input.focus();
    this.#complete();
  }

  // reply makes the next line a reply to a message, or to none.
  reply(message) {
    this.#reply = message?.ref;
    find("replying").hidden = !message;
    find("replying-to").textContent = message?.text.map((span) => span.text).join("").split("\n")[0] || "the board";
    if (message) this.#input.focus();
  }

  #submit(send) {
    const text = this.#input.value.trim();
    if (!text) return;
    this.#past.push(text);
    this.#past.splice(0, this.#past.length - kept);
    this.#back = 0;
    this.#input.value = "";
    this.#close();
    send(text, this.#reply);
    this.reply();
  }

  #key(event) {
    const open = !this.#list.hidden;
    const does = {
      ArrowDown: () => (open ? this.#choose(this.#chosen + 1) : this.#recall(-1)),
      ArrowUp: () => (open ? this.#choose(this.#chosen - 1) : this.#recall(1)),
      Tab: open && !event.shiftKey && (() => this.#take(this.#list.children[Math.max(this.#chosen, 0)])),
      Enter: open && this.#chosen >= 0 && (() => this.#take(this.#list.children[this.#chosen])),
      Escape: open ? () => this.#close() : this.#reply && (() => this.reply()),
    }[event.key];
    if (!does || event.isComposing) return;
    event.preventDefault();
    does();
  }

  #recall(step) {
    const back = Math.min(Math.max(this.#back + step, 0), this.#past.length);
    if (back === this.#back) return;
    this.#back = back;
    this.#input.value = back ? this.#past[this.#past.length - back] : "";
  }

  // complete offers the commands that begin with what is typed.
  #complete() {
    const begun = /^\/(\w*)$/.exec(this.#input.value)?.[1].toLowerCase();
    const fit = begun === undefined ? [] : this.#commands.filter((command) => command.name.startsWith(begun));
    if (fit.length === 0 || (fit.length === 1 && fit[0].name === begun)) {
      this.#close();
      return;
    }
    this.#list.replaceChildren(...fit.map((command, i) =>
      make("li", { role: "option", id: `completion-${i}`, "data-name": command.name, "aria-selected": "false" },
        make("b", {}, `/${command.name}`), make("span", {}, command.description))));
    this.#list.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#choose(-1);
  }

  #choose(place) {
    const items = [...this.#list.children];
    this.#chosen = place < -1 ? items.length - 1 : place >= items.length ? -1 : place;
    items.forEach((item, i) => item.setAttribute("aria-selected", String(i === this.#chosen)));
    const item = items[this.#chosen];
    item?.scrollIntoView({ block: "nearest" });
    if (item) this.#input.setAttribute("aria-activedescendant", item.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #take(item) {
    if (!item) return;
    this.#input.value = `/${item.dataset.name} `;
    this.#close();
    this.#input.focus();
  }

  #close() {
    this.#list.hidden = true;
    this.#chosen = -1;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }
}

// One message of the room. A view is built once and updated in place, so that a
// picture does not flicker and the keyboard keeps its place.

import { avatar, clock, hue, make } from "./dom.js";
import { self } from "./self.js";
import { spans } from "./text.js";
import * as buttons from "./buttons.js";

// View shows one message; actions are tap(message, button, view), reply(message) and,
// for a note that only this window sees, dismiss(view).
export class View {
  constructor(message, actions) {
    this.actions = actions;
    this.element = make("li", { "data-ref": message.ref ?? "" });
    ({ bot: () => this.#board(), say: () => this.#bubble(message), command: () => this.#line(message) })[message.kind]();
    this.update(message);
  }

  update(message) {
    this.message = message;
    if (message.kind === "bot") this.#show(message);
    this.mark();
  }

  // mark shows whether the message is of somebody in this window, or waits for him.
  mark() {
    this.element.classList.toggle("own", Boolean(this.message.who) && self.has(this.message.who.key));
    const { mention = [], groups } = this.message;
    this.element.classList.toggle("turn", Boolean(groups) && mention.some((key) => self.has(key)));
  }

  #board() {
    this.element.className = "message bot";
    this.words = make("div", { class: "card-text", dir: "auto" });
    this.groups = make("div", { class: "groups", "aria-live": "off" });
    this.foot = make("div", { class: "card-foot" });
    this.card = make("article", { class: "card" }, this.words, this.groups, this.foot);
    if (this.actions.dismiss) this.#private();
    const icon = make("img", { src: "/page/icon.svg", alt: "", width: 36, height: 36 });
    this.element.append(make("span", { class: "avatar" }, icon), this.card);
  }

  #private() {
    this.card.classList.add("private");
    const close = make("button", { type: "button", "aria-label": "Dismiss", click: () => this.actions.dismiss(this) }, "×");
    this.card.prepend(make("div", { class: "card-private" }, make("span", {}, "Only you can see this"), close));
  }

  #show(message) {
    this.#picture(message.picture);
    this.words.replaceChildren(...spans(message.text));
    buttons.show(this.groups, message, (button) => this.actions.tap(this.message, button, this));
    this.foot.replaceChildren(clock(message.at));
    if (message.ref && message.groups) {
      this.foot.append(make("button", { type: "button", class: "text-button", click: () => this.actions.reply(this.message) }, "Reply"));
    }
  }

  #picture(picture) {
    this.card.classList.toggle("pictured", Boolean(picture));
    if (!picture) {
      this.image?.remove();
      this.image = undefined;
      return;
    }
    if (!this.image) {
      this.image = make("img", { class: "picture", decoding: "async" });
      this.words.before(this.image);
    }
    for (const name of ["width", "height"]) if (picture[name]) this.image.setAttribute(name, picture[name]);
    this.image.alt = picture.alt;
    if (this.image.getAttribute("src") !== picture.url) this.image.src = picture.url;
  }

  #bubble(message) {
    this.element.className = "message say";
    this.element.style.setProperty("--hue", hue(message.who.key));
    const bubble = make("div", { class: "bubble" },
      make("span", { class: "name", dir: "auto" }, message.who.name),
      message.reply ? make("span", { class: "quote", dir: "auto" }, message.reply) : null,
      make("span", { class: "words", dir: "auto" }, ...spans(message.text)), clock(message.at));
    this.element.append(avatar(message.who), bubble);
  }

  #line(message) {
    this.element.className = "message command";
    this.element.append(make("p", {}, make("span", { class: "name", dir: "auto" }, message.who.name), " ",
      make("span", { class: "words", dir: "auto" }, ...spans(message.text))));
  }
}

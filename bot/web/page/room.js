// The list of messages: in their order, at the newest unless somebody reads above.

import { find } from "./dom.js";
import { self } from "./self.js";
import { View } from "./message.js";

const near = 24; // pixels from the end that count as the end

export class Room {
  #views = new Map(); // by n
  #list = find("messages");
  #scroller = find("scroller");
  #newest = find("newest");
  #atEnd = true;
  #size = "";
  #actions;
  #following;

  constructor(actions) {
    this.#actions = actions;
    this.#newest.addEventListener("click", () => this.#toEnd(true));
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    const resized = new ResizeObserver(() => {
      this.#size = this.#measure();
      if (this.#atEnd && this.#views.size) this.#toEnd();
    });
    resized.observe(this.#list);
    resized.observe(this.#scroller);
    self.addEventListener("change", () => this.#views.forEach((view) => view.mark()));
  }

  // fresh forgets everything and shows these messages.
  fresh(news) {
    for (const view of this.#views.values()) view.element.remove();
    this.#views.clear();
    this.update(news);
  }

  // update shows what changed.
  update({ floor, messages }) {
    for (const [n, view] of this.#views) {
      if (n < floor) {
        view.element.remove();
        this.#views.delete(n);
      }
    }
    for (const message of messages) this.#put(message);
    find("hint").classList.toggle("small", this.#views.size > 0);
    if (this.#atEnd && this.#views.size) this.#toEnd();
    this.#turn();
  }

  // note shows a message to this window alone, after what is there now and from
  // its beginning.
  note(message) {
    const view = new View(message, { ...this.#actions, dismiss: () => view.element.remove() });
    this.#list.append(view.element);
    this.#size = this.#measure();
    this.#toEnd();
    if (view.element.offsetHeight > this.#scroller.clientHeight) {
      this.#atEnd = false;
      view.element.scrollIntoView({ block: "start", behavior: "instant" });
    }
  }

  // boards counts the messages that came from the bot.
  boards = 0;

  // follow goes to the board that this window asked for, and shows that it is on
  // its way unless it came since the count.
  follow(since) {
    if (this.boards <= since) {
      const sign = find("following");
      sign.hidden = false;
      clearTimeout(this.#following);
      this.#following = setTimeout(() => (sign.hidden = true), 6000);
    }
    this.#toEnd();
  }

  #put(message) {
    const known = this.#views.get(message.n);
    if (known) {
      known.update(message);
      return;
    }
    const view = new View(message, this.#actions);
    const after = [...this.#views].find(([n]) => n > message.n)?.[1].element ?? null;
    this.#views.set(message.n, view);
    this.#list.insertBefore(view.element, after);
    if (message.kind === "bot") {
      this.boards++;
      find("following").hidden = true;
    }
    if (!this.#atEnd) this.#newest.hidden = false;
  }

  // turn lets the speaker and the title follow the newest message with buttons.
  #turn() {
    const board = [...this.#views.values()].findLast((view) => view.message.groups && view.message.mention)?.message;
    if (self.both) self.follow(board?.mention);
    const mine = board?.mention.some((key) => self.has(key));
    document.title = mine && document.hidden ? "● Your turn · tablabot" : "tablabot";
  }

  // scrolled notes whether somebody reads above. What a change of size scrolls
  // is nobody's will.
  #scrolled() {
    if (this.#size !== this.#measure()) return;
    this.#atEnd = this.#isAtEnd();
    if (this.#atEnd) this.#newest.hidden = true;
  }

  #measure() {
    return `${this.#scroller.clientWidth} ${this.#scroller.clientHeight} ${this.#scroller.scrollHeight}`;
  }

  #isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < near;
  }

  #toEnd(smooth = false) {
    this.#atEnd = true;
    this.#newest.hidden = true;
    this.#scroller.scrollTo({ top: this.#scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }
}

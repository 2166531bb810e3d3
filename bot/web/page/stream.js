// The live stream of a room. It mends itself: after a break it goes on where it
// was, and after a restart of the program it begins afresh. A hidden window only
// looks in now and then, because a browser has few connections for one address.

const lookIn = 10_000; // milliseconds between looks of a hidden window

export class Stream extends EventTarget {
  #room;
  #source;
  #last = "";
  #as = [];
  #timer;
  #pause = 500;
  #page;

  constructor(room) {
    super();
    this.#room = room;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#rest();
      else this.open();
    });
    addEventListener("pageshow", (event) => event.persisted && this.open());
  }

  // open follows the room in the given names, or in those of before.
  open(as = this.#as) {
    this.#as = as;
    clearTimeout(this.#timer);
    this.#source?.close();
    const query = new URLSearchParams({ room: this.#room, last: this.#last });
    for (const key of as) query.append("as", key);
    const source = new EventSource(`/events?${query}`);
    this.#source = source;
    source.addEventListener("hello", (event) => this.#hello(JSON.parse(event.data)));
    for (const kind of ["room", "fresh"]) {
      source.addEventListener(kind, (event) => {
        this.#last = event.lastEventId;
        this.#tell(kind, JSON.parse(event.data));
      });
    }
    source.addEventListener("people", (event) => {
      this.#tell("people", JSON.parse(event.data));
      if (document.hidden) this.#rest();
    });
    source.onerror = () => this.#broken(source);
  }

  // hello comes first on every connection. A newer page replaces this one.
  #hello({ page }) {
    this.#pause = 500;
    this.#tell("state", true);
    if (this.#page && this.#page !== page) location.reload();
    this.#page = page;
  }

  #broken(source) {
    if (source !== this.#source) return;
    source.close();
    this.#tell("state", false);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.6, 5000);
  }

  // rest closes the stream of a hidden window until its next look.
  #rest() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!document.hidden) return;
      this.#source.close();
      this.#timer = setTimeout(() => this.open(), lookIn);
    }, 1000);
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

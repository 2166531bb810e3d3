// The page: a room, the line to write into it, and whoever speaks.

import { inTurn, newID, post, words } from "./api.js";
import { ask } from "./prompt.js";
import { Composer } from "./composer.js";
import { find } from "./dom.js";
import { prepareStarters, showStarters } from "./starters.js";
import { prepareWelcome, welcome } from "./welcome.js";
import { Room } from "./room.js";
import { self } from "./self.js";
import { showPresent } from "./present.js";
import { showSpeaker } from "./speaker.js";
import { Stream } from "./stream.js";
import { toast } from "./toast.js";

const roomName = /^\/r\/([a-z0-9-]+)$/.exec(location.pathname)?.[1] ?? "main";
const room = new Room({ tap, reply: (message) => composer.reply(message) });
const composer = new Composer(send);
const stream = new Stream(roomName);

// rejoin claims this window's names after a restart of the program; if somebody
// else has one by now, the window has to take another.
async function rejoin() {
  try {
    await self.rejoin();
  } catch (error) {
    if (error.status === 409) await welcome(error.message);
    throw error;
  }
}

// event sends one thing in a person's name and returns the answer.
async function event(path, who, what) {
  const boards = room.boards;
  const answer = await post(path, { id: newID(), as: who.key, room: roomName, ...what }, rejoin);
  return { ...answer, boards };
}

async function send(text, ref = "") {
  try {
    show(await inTurn(() => event("/api/send", self.speaker, { text, ref })));
  } catch (error) {
    toast("refusal", words(error));
  }
}

// tap sends a tap in the name of whoever is to act. On both sides, what one name
// may not do is tried in the other's.
async function tap(message, button, view) {
  let text = "";
  if (button.prompt) {
    text = await ask(button.prompt);
    if (!text) return;
  }
  try {
    show(await inTurn(() => tapAsSomebody(message, { ref: message.ref ?? "", data: button.data, text })), `${message.ref} ${button.data}`, view);
  } catch (error) {
    toast("refusal", words(error));
  }
}

async function tapAsSomebody(message, what) {
  let refused;
  for (const who of self.order(message.mention)) {
    const answer = await event("/api/tap", who, what);
    if (answer.kind !== "refusal") return answer;
    refused ??= answer;
  }
  return refused;
}

// show tells an answer. A note may take the place of the one that was tapped.
function show({ kind, text, note, instead, follows, boards }, about, view) {
  if (text) toast(kind, text, about);
  if (note && instead && view && !view.message.ref) view.update(note);
  else if (note) room.note(note);
  if (follows) room.follow(boards);
}

async function start() {
  find("room-name").textContent = roomName === "main" ? "The main room" : `Room ${roomName}`;
  prepareWelcome();
  prepareStarters(send);
  showSpeaker(() => welcome());
  const { names, commands, starters } = await post("/api/hello", {});
  composer.commands = commands;
  showStarters(starters, send);
  if (!self.speaker) welcome();
  else if (!self.names.every((name) => names.some((known) => known.key === name.key))) await rejoin().catch(() => {});
  const keys = () => self.names.map((name) => name.key);
  let opened = keys().join("\n");
  self.addEventListener("change", () => {
    if (keys().join("\n") === opened) return;
    opened = keys().join("\n");
    stream.open(keys());
  });
  stream.open(keys());
}

let lost;
let begun = false;
stream.addEventListener("fresh", ({ detail }) => {
  room.fresh(detail);
  if (begun && self.speaker) rejoin().then(() => stream.open()).catch(() => {}); // a program started anew may know no names
  begun = true;
});
stream.addEventListener("room", ({ detail }) => room.update(detail));
stream.addEventListener("people", ({ detail }) => showPresent(detail));
stream.addEventListener("state", ({ detail: up }) => {
  clearTimeout(lost);
  if (up) find("connection").hidden = true;
  else lost = setTimeout(() => (find("connection").hidden = false), 700);
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = "tablabot"; });

start().catch((error) => toast("warning", words(error)));

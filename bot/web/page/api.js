// Requests to the door. What fails on the way is sent again with the same id for
// a while, so that a restart of the program loses and doubles nothing.

const patience = 20_000; // milliseconds

// Refused is an answer of the door that sending again will not change.
export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

// newID returns an id for one thing that is sent.
export function newID() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let last = Promise.resolve();

// inTurn does one thing after another, so that what is tapped in quick succession
// arrives in that order even if the first has to be sent again.
export function inTurn(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

// post sends body and returns the answer. When the door does not know this
// browser's name any longer, rejoin is called once and the same is sent again.
export async function post(path, body, rejoin) {
  const end = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(pause * 2, 2000)) {
    try {
      return await once(path, body);
    } catch (error) {
      if (error.status === 401 && rejoin) {
        await rejoin();
        rejoin = undefined;
        continue;
      }
      const again = !(error instanceof Refused) || error.status >= 500;
      if (!again || Date.now() + pause > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function once(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(40_000),
  });
  if (response.ok) return response.json();
  const { error } = await response.json().catch(() => ({ error: "The program did not understand the page. Please reload it." }));
  throw new Refused(response.status, error);
}

// words returns what to tell a person about an error.
export function words(error) {
  return error instanceof Refused ? error.message : "The program does not answer. Please look whether it is still running.";
}

// A button that asks for a line of text first.

import { find } from "./dom.js";

// ask shows the prompt and returns what was typed, or undefined.
export function ask({ title, label, placeholder }) {
  const dialog = find("prompt");
  const input = find("prompt-text");
  find("prompt-title").textContent = title;
  find("prompt-label").textContent = label;
  input.placeholder = placeholder ?? "";
  input.value = "";
  dialog.showModal();
  input.focus();
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (text) => {
      done.abort();
      dialog.close();
      resolve(text);
    };
    find("prompt-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value.trim()) end(input.value.trim());
    }, done);
    find("prompt-cancel").addEventListener("click", () => end(), done);
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end();
    }, done);
  });
}

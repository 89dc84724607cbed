/* The double submit, on purpose. */

import { CommandForm } from "./command-form.js";
import { openCase } from "./commands.js";
import { el, fill } from "./dom.js";

export function twiceView(main, life) {
  const command = new CommandForm(openCase(), life, { extraButtons: otherPayloadButton });
  fill(
    main,
    el("h1", {}, "Press twice"),
    el(
      "p",
      { class: "lead" },
      "The key below was made with the form, before anything was sent. However often you press, the same key ",
      "goes along: one case is opened, and every press gets the same answer.",
    ),
    el(
      "div",
      { class: "split" },
      el("section", { class: "panel" }, el("h2", {}, "The form"), command.form),
      el("section", { class: "panel" }, el("h2", {}, "The answers"), command.answers.node, explanation()),
    ),
  );
}

function otherPayloadButton(form) {
  const send = () => form.press(1, { subject: `${form.payload.subject} (changed)` }, "other payload");
  return el("button", { type: "button", onclick: send }, "Same key, other payload");
}

function explanation() {
  return el(
    "dl",
    { class: "meanings" },
    meaning("ran", "the command ran now; rows, audit, event and answer were committed together"),
    meaning("replayed", "it had run before; this is the stored answer, byte for byte"),
    meaning("wait", "the first attempt is still at work; the page asks again with the same key"),
    meaning("refused", "the key belongs to another payload, or the service said no; nothing ran"),
  );
}

function meaning(tag, text) {
  return el("div", {}, el("dt", {}, tag), el("dd", {}, text));
}

/* Chooses how rough a storm will be, within what the server allows. */

import { el } from "./dom.js";
import { fieldNode, payloadOf } from "./fields.js";

const fields = [
  ["clients", "Clients", "send at the same time"],
  ["intents", "Intents", "things to be done once"],
  ["duplicates", "Duplicates", "more sends of each"],
  ["lostReplies", "Lost replies", "done, but nobody heard"],
  ["killedConnections", "Killed connections", "to the database"],
  ["databaseRestarts", "Database restarts", "while it runs"],
  ["rewinds", "Rewinds", "records come again"],
  ["consumerKills", "Consumer kills", "committed, not acknowledged"],
  ["relayKills", "Relay kills", "published, not saved"],
  ["reorderings", "Reorderings", "later versions first"],
  ["poisonedEvents", "Poisoned events", "redriven in the end"],
].map(([name, label, hint]) => ({ name, label, hint, kind: "number" }));

/* Numbers beyond the server's limits become the limits. */
const presets = [
  [
    "Calm",
    {
      clients: 4,
      intents: 100,
      duplicates: 2,
      lostReplies: 0,
      killedConnections: 0,
      databaseRestarts: 0,
      rewinds: 0,
      consumerKills: 0,
      relayKills: 0,
      reorderings: 0,
      poisonedEvents: 0,
    },
  ],
  [
    "Rough",
    {
      clients: 16,
      intents: 200,
      duplicates: 3,
      lostReplies: 20,
      killedConnections: 10,
      databaseRestarts: 1,
      rewinds: 1,
      consumerKills: 1,
      relayKills: 1,
      reorderings: 1,
      poisonedEvents: 1,
    },
  ],
  [
    "Hurricane",
    {
      clients: 32,
      intents: 1000,
      duplicates: 5,
      lostReplies: 150,
      killedConnections: 40,
      databaseRestarts: 3,
      rewinds: 3,
      consumerKills: 4,
      relayKills: 4,
      reorderings: 4,
      poisonedEvents: 5,
    },
  ],
];

export class StormForm {
  #start = el("button", { type: "submit", class: "primary", disabled: true }, "Start the storm");

  constructor(onStart) {
    this.node = el(
      "form",
      { class: "command", onsubmit: (event) => submitted(event, onStart) },
      this.#presetBar(),
      el("div", { class: "fields fields-narrow" }, fields.map(fieldNode)),
      el("div", { class: "buttons" }, this.#start),
    );
  }

  /** Takes the server's limits: name to {min, max, standard}. */
  limit(limits) {
    for (const { name } of fields) {
      const input = this.node.elements[name];
      const { min, max, standard } = limits[name];
      Object.assign(input, { min, max, value: input.value || standard, disabled: max === min });
    }
  }

  allowStart(isAllowed) {
    this.#start.disabled = !isAllowed;
  }

  #presetBar() {
    const buttons = presets.map(([name, values]) =>
      el("button", { type: "button", onclick: () => this.#choose(values) }, name),
    );
    return el("div", { class: "chips", role: "group", "aria-label": "Ready-made weather" }, buttons);
  }

  #choose(values) {
    for (const [name, value] of Object.entries(values)) {
      const input = this.node.elements[name];
      input.value = Math.min(Math.max(value, input.min || 0), input.max || value);
    }
  }
}

function submitted(event, onStart) {
  event.preventDefault();
  onStart(payloadOf(event.target, fields));
}

/* Events that were given up: a switch that makes one, and the button that has them tried again. */

import { el, fill } from "./dom.js";
import { countOf, moment, words } from "./format.js";
import { newKey } from "./keys.js";
import { attempt, Problem } from "./service.js";

const nothingHeard = { title: "No reply came", detail: "Press again, or wait and see." };

export class DeadLetters {
  #life;
  #onProblem;
  #onDone;
  #shown = "";
  #list = el("div", { class: "letters" });
  #told = el("p", { class: "quiet", role: "status" });
  #all = el("button", { type: "button", disabled: true, onclick: () => this.#redrive({}) }, "Redrive all");

  /** Tells of a problem, or null when there is none; and when something was done. */
  constructor(life, onProblem, onDone) {
    this.#life = life;
    this.#onProblem = onProblem;
    this.#onDone = onDone;
    const poison = el(
      "button",
      { type: "button", onclick: () => this.#send("api/flow/poison", { events: 1 }) },
      "Poison the next event",
    );
    this.node = el(
      "section",
      { class: "panel" },
      el("h2", {}, "Dead letters"),
      el(
        "p",
        { class: "quiet" },
        "Have the dashboard choke on your tenant’s next event, then change a case: the event becomes a dead letter ",
        "and what follows in that case is parked behind it. A redrive puts all of it right, in order.",
      ),
      el("div", { class: "buttons" }, poison, this.#all),
      this.#told,
      this.#list,
    );
  }

  show({ deadLetters, poisoned }) {
    const asText = JSON.stringify([deadLetters, poisoned]);
    if (asText === this.#shown) {
      return;
    }
    this.#shown = asText;
    this.#all.disabled = deadLetters.length === 0;
    this.#told.textContent = toldOf(deadLetters.length, poisoned);
    fill(this.#list, deadLetters.length > 0 && el("ul", {}, deadLetters.map((letter) => this.#row(letter))));
  }

  #row(letter) {
    return el(
      "li",
      { class: "letter" },
      el(
        "div",
        { class: "letter-facts" },
        el("strong", {}, words(letter.type)),
        ` of `,
        el("a", { href: `#/cases/${encodeURIComponent(letter.caseId)}` }, "this case"),
        letter.version !== null && `, version ${letter.version}`,
        el("p", {}, letter.reason),
        el("p", { class: "hint" }, factsOf(letter), moment(letter.since)),
      ),
      el("button", { type: "button", onclick: () => this.#redrive({ eventId: letter.eventId }) }, "Redrive"),
    );
  }

  #redrive(which) {
    return this.#send("api/flow/redrive", which);
  }

  async #send(path, payload) {
    const answer = await attempt(path, newKey(), payload, this.#life.signal);
    this.#onProblem(answer.status === 0 ? new Problem(0, nothingHeard) : answer.problem);
    await this.#onDone();
  }
}

function toldOf(letters, poisoned) {
  if (poisoned > 0) {
    return `The dashboard will choke on your next ${poisoned === 1 ? "event" : countOf(poisoned, "event")}. Change a case now.`;
  }
  return letters === 0 ? "There are none." : `${countOf(letters, "dead letter")}.`;
}

function factsOf({ place, waiting }) {
  const behind = waiting > 0 ? `${countOf(waiting, "event")} behind it, ` : "";
  return `${behind}given up by the ${place.toLowerCase()} at `;
}

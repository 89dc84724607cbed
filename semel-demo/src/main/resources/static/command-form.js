/*
 * A form for one command. Its key is made with the form and stays with it, however often it is pressed;
 * changing what the form says makes it another intent, which gets another key.
 */

import { Answers } from "./answers.js";
import { el, say } from "./dom.js";
import { fieldNode, payloadOf } from "./fields.js";
import { countOf } from "./format.js";
import { newKey } from "./keys.js";
import { sendUntilSettled } from "./sending.js";
import { AwayError, get } from "./service.js";
import { effectsOf } from "./timeline.js";

/**
 * Options: caseId (of the case it is about, if there is one already), onSettled (called with the last answer
 * of a press), extraButtons (called with the form, gives more buttons).
 */
export class CommandForm {
  answers = new Answers();
  #command;
  #life;
  #options;
  #keyText = el("code", { class: "key key-whole" });
  #presses = 0;
  #attempts = 0;
  #underway = 0;
  #caseId;

  constructor(command, life, options = {}) {
    this.#command = command;
    this.#life = life;
    this.#options = options;
    this.form = this.#build();
    this.renewKey();
  }

  get key() {
    return this.#keyText.textContent;
  }

  get payload() {
    return payloadOf(this.form, this.#command.fields);
  }

  /** From now on this is another intent. */
  renewKey() {
    this.#presses = 0;
    this.#attempts = 0;
    this.#caseId = this.#options.caseId;
    this.answers.clear();
    say(this.#keyText, newKey());
  }

  /** Presses submit this many times at the same moment. */
  async press(times, change = {}, note = "") {
    if (!this.form.reportValidity()) {
      return;
    }
    const presses = Array.from({ length: times }, () =>
      this.#pressOnce({ ...this.payload, ...change }, note),
    );
    await Promise.all(presses);
  }

  #build() {
    return el(
      "form",
      { class: "command", oninput: () => this.#changed(), onsubmit: (event) => this.#submitted(event) },
      el("div", { class: "fields" }, this.#command.fields.map(fieldNode)),
      el(
        "div",
        { class: "key-line" },
        el("span", { class: "key-label" }, "Key"),
        el("button", { type: "button", class: "link", onclick: () => this.renewKey() }, "New key"),
        this.#keyText,
      ),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "submit", class: "primary" }, this.#command.submit),
        el("button", { type: "button", onclick: () => this.press(2) }, "Press twice at once"),
        this.#options.extraButtons?.(this),
      ),
    );
  }

  #submitted(event) {
    event.preventDefault();
    this.press(1);
  }

  #changed() {
    if (this.#presses > 0) {
      this.renewKey();
    }
  }

  async #pressOnce(payload, note) {
    const key = this.key;
    const press = ++this.#presses;
    this.#underway++;
    const answer = await sendUntilSettled(
      { path: this.#command.path, key, payload },
      this.#life,
      (answer, attempt, isLast) => {
        if (key === this.key) {
          this.#attempts++;
          this.answers.add(rowLabel(press, attempt, note), answer, isLast);
        }
      },
    );
    this.#underway--;
    this.#caseId ??= answer.body?.caseId;
    if (!this.#life.signal.aborted) {
      this.#options.onSettled?.(answer);
    }
    if (key === this.key && this.#underway === 0) {
      await this.#conclude(key);
      this.answers.node.scrollIntoView({ block: "nearest" });
    }
  }

  /* The answers could lie; the database is asked what really happened under this key. */
  async #conclude(key) {
    const caseId = this.#caseId;
    if (!caseId) {
      this.answers.conclude("none", `${countOf(this.#attempts, "attempt")}, no effect.`);
      return;
    }
    try {
      const timeline = await get(`api/cases/${encodeURIComponent(caseId)}/timeline`, this.#life.signal);
      this.#tellEffects(await effectsOf(timeline, key), caseId);
    } catch (failure) {
      const reason = failure instanceof AwayError ? "the server is away" : "the timeline could not be read";
      this.answers.conclude("none", `The effects could not be counted: ${reason}.`);
    }
  }

  #tellEffects(effects, caseId) {
    const kind = effects === 1 ? "one" : effects > 1 ? "many" : "none";
    const counted =
      effects === null
        ? "effects cannot be counted in this browser"
        : `${countOf(effects, "effect")} in the database`;
    const link =
      !this.#options.caseId && el("a", { href: `#/cases/${encodeURIComponent(caseId)}` }, "See the case");
    this.answers.conclude(kind, `${countOf(this.#attempts, "attempt")}, ${counted}. `, link);
  }
}

function rowLabel(press, attempt, note) {
  const label = attempt === 1 ? `Press ${press}` : `Press ${press}, attempt ${attempt}`;
  return note ? `${label}, ${note}` : label;
}

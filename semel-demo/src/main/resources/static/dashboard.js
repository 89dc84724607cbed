/* The dashboard: cases by state and by officer, as their events say. */

import { el, fill, say } from "./dom.js";
import { count, countOf, words } from "./format.js";

export class DashboardPanel {
  #shown = "";
  #state = el("p", { class: "quiet", role: "status" });
  #states = el("ul", { class: "bars" });
  #officers = el("ul", { class: "bars" });

  constructor() {
    this.node = el(
      "section",
      { class: "panel dashboard" },
      el("h2", {}, "The dashboard"),
      this.#state,
      el("h3", {}, "Cases by state"),
      this.#states,
      el("h3", {}, "Cases by officer"),
      this.#officers,
    );
  }

  show(view) {
    const asText = JSON.stringify(view);
    if (asText === this.#shown) {
      return;
    }
    this.#shown = asText;
    say(this.#state, stateOf(view));
    const states = Object.entries(view.states);
    fill(
      this.#states,
      states.map(([state, cases]) => bar(words(state), cases, view.cases)),
    );
    const most = Math.max(1, ...view.officers.map((one) => one.cases));
    fill(
      this.#officers,
      view.officers.length > 0
        ? view.officers.map((one) => bar(words(one.officer), one.cases, most))
        : el("li", { class: "quiet" }, "No case has an officer."),
    );
  }
}

function stateOf({ cases, notes, events, behind }) {
  const all = `${countOf(cases, "case")}, ${countOf(notes, "note")}, from ${countOf(events, "event")}`;
  return behind === 0 ? `${all}: as the cases are.` : `${all}; ${countOf(behind, "case")} behind.`;
}

function bar(name, cases, most) {
  return el(
    "li",
    {},
    el("span", { class: "bar-name" }, name),
    el("progress", { max: Math.max(1, most), value: cases, "aria-label": `${name}: ${countOf(cases, "case")}` }),
    el("span", { class: "bar-count" }, count(cases)),
  );
}

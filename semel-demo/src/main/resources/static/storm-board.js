/*
 * What is to be seen of a storm: progress, counts, chart, verdict. All of it has its place before anything
 * runs.
 */

import { Chart } from "./chart.js";
import { el, fill, say } from "./dom.js";
import { count, words } from "./format.js";

const lines = [
  { name: "attempts", of: (point) => point.attempts },
  { name: "replays", of: (point) => point.replays },
  { name: "effects", of: (point) => point.effects },
];

const tiles = [
  ["attempts", "Attempts", "requests sent"],
  ["effects", "Effects", "cases and notes"],
  ["replays", "Replays", "answers told again"],
  ["conflicts", "Conflicts", "told to wait (409)"],
  ["retries", "Retries", "sent again after a fault"],
  ["failures", "Failures", "no answer, or an error"],
  ["lostReplies", "Lost replies", "done, but nobody heard"],
  ["killedConnections", "Killed connections", "to the database"],
  ["databaseRestarts", "Restarts", "of the database"],
  ["rewinds", "Rewound", "records came again"],
  ["consumerKills", "Consumer kills", "before acknowledging"],
  ["relayKills", "Relay kills", "before saving"],
  ["reorderings", "Reordered", "later versions first"],
  ["poisonedEvents", "Poisoned", "and redriven in the end"],
  ["duplicatesDropped", "Dropped", "events that came again"],
  ["parked", "Parked", "events that came too early"],
];

const stateWords = {
  RUNNING: "The storm is running.",
  SETTLING: "The storm is over; the last replies and events are coming in.",
  CHECKING: "The storm is over; counting in the database and in Kafka.",
  DONE: "Done.",
  STOPPED: "Stopped.",
  FAILED: "The storm could not be finished.",
};

const noStorm = "No storm yet. Choose the weather and start it.";
const faultWords = { databaseRestart: "restart" };
const tableRows = 12;

export class StormBoard {
  #state = el("p", { class: "storm-state", role: "status" }, noStorm);
  #progress = el("progress", { max: 1, value: 0, "aria-label": "Intents settled" });
  #share = el("span", { class: "storm-share" }, "0 of 0 intents");
  #numbers = new Map(tiles.map(([name]) => [name, el("dd", {}, "0")]));
  #verdict = el("div", { class: "verdict" }, noVerdict());
  #table = el("tbody");
  #stop = el("button", { type: "button", disabled: true }, "Stop");
  #chart;

  constructor(life, onStop) {
    this.#stop.addEventListener("click", onStop);
    const place = el("div", { class: "chart-place" });
    this.#chart = new Chart(place, lines, life);
    this.node = el(
      "section",
      { class: "panel storm-board" },
      el("div", { class: "storm-head" }, el("h2", {}, "Attempts against effects"), this.#stop),
      this.#state,
      el("div", { class: "storm-progress" }, this.#progress, this.#share),
      el(
        "dl",
        { class: "tiles" },
        tiles.map((tile) => this.#tile(tile)),
      ),
      place,
      el("details", { class: "numbers" }, el("summary", {}, "The chart as a table"), this.#tableNode()),
      this.#verdict,
    );
  }

  /** A storm was asked for; what the last one left is cleared away. */
  waiting() {
    say(this.#state, "Starting the storm…");
    this.#verdict.className = "verdict";
    fill(this.#verdict, noVerdict());
  }

  allowStop(isAllowed) {
    this.#stop.disabled = !isAllowed;
  }

  /** It did not start. */
  idle() {
    say(this.#state, noStorm);
  }

  show(storm) {
    say(this.#state, stateOf(storm));
    this.#progress.max = Math.max(1, storm.counts.intents);
    this.#progress.value = storm.counts.settledIntents;
    say(this.#share, `${count(storm.counts.settledIntents)} of ${count(storm.counts.intents)} intents`);
    this.#numbers.forEach((node, name) => say(node, count(storm.counts[name])));
    this.#chart.show({ points: storm.series, target: storm.counts.intents, faults: faultsOf(storm) });
    fill(this.#table, sample(storm.series).map(tableRow));
    if (storm.verdict) {
      this.#tellVerdict(storm.verdict);
    }
  }

  #tile([name, title, meaning]) {
    return el(
      "div",
      { class: `tile tile-${name}` },
      el("dt", {}, title),
      this.#numbers.get(name),
      el("dd", { class: "hint" }, meaning),
    );
  }

  #tableNode() {
    const head = el(
      "tr",
      {},
      ["Second", ...lines.map((line) => line.name)].map((name) => el("th", { scope: "col" }, name)),
    );
    return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), this.#table));
  }

  #tellVerdict(verdict) {
    this.#verdict.className = `verdict ${verdict.held ? "verdict-held" : "verdict-broken"}`;
    fill(
      this.#verdict,
      el("p", { class: "verdict-title" }, verdictWords(verdict)),
      el(
        "table",
        {},
        el("caption", {}, "Counted in the database, and in Kafka"),
        checkHead(),
        el("tbody", {}, verdict.checks.map(checkRow)),
      ),
      verdict.violations?.length > 0 &&
        el(
          "ul",
          { class: "violations" },
          verdict.violations.map((text) => el("li", {}, text)),
        ),
    );
  }
}

function stateOf(storm) {
  const told = [
    stateWords[storm.state] ?? words(storm.state),
    storm.error,
    storm.verdict && verdictWords(storm.verdict),
  ];
  return told.filter(Boolean).join(" ");
}

function verdictWords(verdict) {
  return verdict.held ? "One effect per intent. None lost." : "The promise was broken.";
}

function noVerdict() {
  return el("p", { class: "quiet" }, "The verdict comes here, counted in the database and in Kafka.");
}

function faultsOf(storm) {
  return storm.faults.map((fault) => ({ millis: fault.millis, text: faultWords[fault.kind] ?? fault.kind }));
}

function sample(series) {
  const step = Math.max(1, Math.ceil(series.length / tableRows));
  return series.filter((_, index) => index % step === 0 || index === series.length - 1);
}

function tableRow(point) {
  const seconds = (point.millis / 1000).toFixed(1);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, seconds),
    lines.map((line) => el("td", {}, count(line.of(point)))),
  );
}

function checkHead() {
  return el(
    "thead",
    {},
    el(
      "tr",
      {},
      ["Check", "Expected", "Found", ""].map((name) =>
        el("th", { scope: "col" }, name || el("span", { class: "unseen" }, "Result")),
      ),
    ),
  );
}

function checkRow(check) {
  return el(
    "tr",
    { class: check.held ? "check-held" : "check-broken" },
    el("th", { scope: "row" }, check.says ?? check.name),
    el("td", {}, count(check.expected)),
    el("td", {}, count(check.found)),
    el(
      "td",
      {},
      el("span", { "aria-hidden": "true" }, check.held ? "✓" : "✗"),
      el("span", { class: "check-word" }, check.held ? " holds" : " broken"),
    ),
  );
}

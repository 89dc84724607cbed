/* Events on their way: what waits in the outbox, what is in Kafka, what the dashboard has made of it. */

import { DashboardPanel } from "./dashboard.js";
import { DeadLetters } from "./dead-letters.js";
import { el, fill, say } from "./dom.js";
import { count } from "./format.js";
import { problemBox } from "./problem.js";
import { get } from "./service.js";

const refreshMillis = 1_000;

const stages = [
  ["committed", "Outbox", "events committed"],
  ["records", "Kafka", "records published"],
  ["applied", "Dashboard", "events applied"],
];

const tiles = [
  ["waiting", "Waiting", "committed, not published"],
  ["held", "Held", "failed, tried again soon"],
  ["lag", "Lag", "published, not consumed"],
  ["repeated", "Repeated", "published once more"],
  ["duplicates", "Duplicates dropped", "came again, since the start"],
  ["parked", "Parked", "wait for one before them"],
  ["parkedSoFar", "Came too early", "put in order, since the start"],
  ["dead", "Dead letters", "wait for a redrive"],
];

export function eventsView(main, life) {
  const board = new FlowBoard();
  const dashboard = new DashboardPanel();
  const failed = el("div");
  const letters = new DeadLetters(life, (problem) => fill(failed, problem && problemBox(problem)), refresh);
  const read = life.keepFresh(readAll, refreshMillis, (problem) => fill(failed, problemBox(problem)));
  fill(
    main,
    el("h1", {}, "Events"),
    el(
      "p",
      { class: "lead" },
      "Every event is committed with its command. A relay publishes it to Kafka, at least once; the dashboard ",
      "applies it once, and the events of a case in their order.",
    ),
    board.node,
    failed,
    el("div", { class: "split" }, letters.node, dashboard.node),
  );

  async function readAll(signal) {
    const [flow, view] = await Promise.all([get("api/flow", signal), get("api/dashboard", signal)]);
    board.show(flow);
    letters.show(flow);
    dashboard.show(view);
  }

  function refresh() {
    return read();
  }
}

class FlowBoard {
  #numbers = new Map([...stages, ...tiles].map(([name]) => [name, el("dd", {}, "0")]));
  #state = el("p", { class: "quiet", role: "status" }, "Asking how they stand…");
  #notices = el("p", { class: "quiet notices" });

  constructor() {
    this.node = el(
      "section",
      { class: "panel" },
      el("h2", {}, "On their way"),
      el(
        "dl",
        { class: "stages" },
        stages.map((stage) => this.#number("stage", stage)),
      ),
      this.#state,
      el(
        "dl",
        { class: "tiles" },
        tiles.map((tile) => this.#number("tile", tile)),
      ),
      this.#notices,
    );
  }

  show({ outbox, topic, dashboard, notices }) {
    const dead = outbox.dead + dashboard.dead + notices.dead;
    const told = { ...outbox, ...topic, ...dashboard, dead };
    this.#numbers.forEach((node, name) => say(node, count(told[name])));
    say(this.#state, stateOf(told));
    say(this.#notices, noticesOf(notices));
  }

  #number(kind, [name, title, meaning]) {
    return el(
      "div",
      { class: `${kind} ${kind}-${name}` },
      el("dt", {}, title),
      this.#numbers.get(name),
      el("dd", { class: "hint" }, meaning),
    );
  }
}

function stateOf({ committed, applied, waiting, lag, parked, dead }) {
  if (applied === committed) {
    return "Every committed event has arrived, once.";
  }
  if (dead > 0 && waiting + lag === 0) {
    return `${count(committed - applied)} held up by dead letters, ${count(parked)} of them parked behind.`;
  }
  return `${count(committed - applied)} on their way.`;
}

function noticesOf({ requested, sent, duplicates }) {
  return (
    `Notices go to the post as signed webhooks: ${count(requested)} requested, ${count(sent)} sent, ` +
    `${count(duplicates)} came again and were dropped.`
  );
}

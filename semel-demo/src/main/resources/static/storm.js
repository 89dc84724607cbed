/* The retry storm: choose it, start it, watch attempts against effects, read the verdict. */

import { el, fill } from "./dom.js";
import { newKey } from "./keys.js";
import { problemBox } from "./problem.js";
import { attempt, get, Problem } from "./service.js";
import { StormBoard } from "./storm-board.js";
import { StormForm } from "./storm-form.js";

const pollMillis = 400;
const endStates = ["DONE", "STOPPED", "FAILED"];
const nothingHeard = {
  title: "No reply came",
  detail: "The storm may have been started all the same. Press again, or reload the page to see.",
};

export function stormView(main, life) {
  const view = new StormView(life);
  fill(
    main,
    el("h1", {}, "Retry storm"),
    el(
      "p",
      { class: "lead" },
      "Many clients send the same commands again and again while replies are lost, connections die, the database ",
      "restarts, and events are repeated, reordered and choked on. In the end all is counted: one effect per ",
      "intent, none lost; every event published, and applied once.",
    ),
    view.node,
  );
}

class StormView {
  #life;
  #board;
  #form;
  #failed = el("div", { class: "storm-problem" });
  #stormId = null;
  #key = newKey();

  constructor(life) {
    this.#life = life;
    this.#board = new StormBoard(life, () => this.#stop());
    this.#form = new StormForm((settings) => this.#start(settings));
    this.node = el(
      "div",
      { class: "storm-columns" },
      el("section", { class: "panel" }, el("h2", {}, "The weather"), this.#form.node, this.#failed),
      this.#board.node,
    );
    life.keepFresh(
      (signal) => this.#read(signal),
      pollMillis,
      (problem) => this.#tell(problem),
    );
  }

  async #read(signal) {
    if (this.#stormId === null) {
      await this.#arrive(signal);
    } else if (this.#stormId !== "") {
      this.#show(await get(stormPath(this.#stormId), signal));
    }
  }

  /* A page that was reloaded finds the storm that is under way, or the last one. None is started before that. */
  async #arrive(signal) {
    this.#form.limit(await get("api/storm/limits", signal));
    const latest = await get("api/storm", signal);
    if (latest === null) {
      this.#stormId = "";
      this.#form.allowStart(true);
    } else {
      this.#follow(latest.stormId);
      this.#show(latest);
    }
  }

  async #start(settings) {
    fill(this.#failed);
    this.#form.allowStart(false);
    this.#board.waiting();
    this.#board.node.scrollIntoView({ block: "nearest" });
    const answer = await attempt("api/storm", this.#key, settings, this.#life.signal);
    if (answer.status !== 0) {
      this.#key = newKey();
    }
    if (answer.status === 202) {
      this.#follow(answer.body.stormId);
    } else {
      this.#notStarted(answer);
    }
  }

  /* Somebody else's storm may be the reason; then that one is shown. */
  #notStarted(answer) {
    this.#board.idle();
    this.#tell(answer.problem ?? new Problem(0, nothingHeard));
    if (answer.problem?.code === "STORM_RUNNING") {
      this.#stormId = null;
    } else {
      this.#form.allowStart(true);
    }
  }

  async #stop() {
    this.#board.allowStop(false);
    const answer = await attempt(`${stormPath(this.#stormId)}/stop`, newKey(), {}, this.#life.signal);
    if (answer.problem !== null || answer.status === 0) {
      this.#board.allowStop(true);
      this.#tell(answer.problem ?? new Problem(0, nothingHeard));
    }
  }

  #follow(stormId) {
    this.#stormId = stormId;
    this.#form.allowStart(false);
    this.#board.allowStop(true);
  }

  #show(storm) {
    this.#board.show(storm);
    if (endStates.includes(storm.state)) {
      this.#stormId = "";
      this.#form.allowStart(true);
      this.#board.allowStop(false);
    }
  }

  #tell(problem) {
    fill(this.#failed, problemBox(problem));
  }
}

function stormPath(stormId) {
  return `api/storm/${encodeURIComponent(stormId)}`;
}

/* Shows a problem as the service told it, with what to do next. */

import { el } from "./dom.js";

const adviceByCode = {
  mismatch: "Press “New key” to send this as a command of its own.",
  in_progress: "Nothing to do: the page asks again with the same key.",
  key_missing: "Make a key with the form and send it along.",
  outcome_unknown: "Ask an operator to look at it; do not send it with a new key.",
  STORM_RUNNING: "You see it here.",
  NO_SUCH_STORM: "",
};

const adviceByStatus = {
  400: "Correct the form and send it again.",
  401: "Choose who you are, at the top of the page.",
  403: "Choose a user who may do this, at the top of the page.",
  404: "Go back to the list of cases.",
  409: "This key keeps this answer. To be judged anew, press “New key” and send again.",
  429: "Wait a little, then press again: the key makes it safe.",
};

export function adviceFor(problem) {
  const fallback = problem.status >= 500 ? "Press again: the key makes it safe." : "";
  return adviceByCode[problem.code] ?? adviceByStatus[problem.status] ?? fallback;
}

export function problemBox(problem, ...more) {
  return el(
    "div",
    { class: "problem", role: "alert" },
    el("p", { class: "problem-title" }, problem.title),
    problem.detail && el("p", {}, problem.detail),
    adviceFor(problem) && el("p", { class: "problem-advice" }, adviceFor(problem)),
    ...more,
  );
}

/* The list of answers that one key has had, and what became of it in the database. */

import { el, fill, say } from "./dom.js";
import { adviceFor } from "./problem.js";

const maxRows = 40;

/** Shows every answer as it comes. */
export class Answers {
  #rows = el("ol", { class: "answers" });
  #conclusion = el("p", { class: "conclusion" });
  node = el(
    "div",
    { class: "answers-box", role: "log", "aria-label": "Answers" },
    this.#rows,
    this.#conclusion,
  );

  constructor() {
    this.clear();
  }

  clear() {
    fill(this.#rows, el("li", { class: "answers-none" }, "Nothing was sent with this key yet."));
    this.#conclusion.className = "conclusion";
    say(this.#conclusion, "");
  }

  add(label, answer, isLast) {
    this.#rows.querySelector(".answers-none")?.remove();
    this.#rows.append(answerRow(label, answer, isLast));
    while (this.#rows.children.length > maxRows) {
      this.#rows.firstChild.remove();
    }
  }

  /** Says in the end what the database holds; kind is one, none or many. */
  conclude(kind, ...content) {
    this.#conclusion.className = `conclusion conclusion-${kind}`;
    fill(this.#conclusion, ...content);
  }
}

function answerRow(label, answer, isLast) {
  const { tag, kind, text } = meaningOf(answer, isLast);
  return el(
    "li",
    { class: `answer answer-${kind}` },
    el("span", { class: "answer-who" }, label),
    el("span", { class: "answer-status" }, answer.status === 0 ? "no reply" : String(answer.status)),
    el("span", { class: "answer-tag" }, tag),
    el("span", { class: "answer-took" }, `${Math.round(answer.tookMillis)} ms`),
    el("span", { class: "answer-text" }, text),
  );
}

function meaningOf(answer, isLast) {
  if (answer.status === 0) {
    return {
      tag: "lost",
      kind: "wait",
      text: isLast
        ? "No reply came. Press again: the key makes it safe."
        : "No reply came. Asking again with the same key.",
    };
  }
  return answer.problem === null ? meaningOfSuccess(answer) : meaningOfProblem(answer, isLast);
}

function meaningOfSuccess(answer) {
  if (answer.replayed) {
    return { tag: "replayed", kind: "replayed", text: "It ran before. This is the stored answer." };
  }
  if (answer.body?.created === false || answer.body?.applied === false) {
    return {
      tag: "there already",
      kind: "replayed",
      text: "It was so already, by another key; nothing was changed.",
    };
  }
  return { tag: "ran", kind: "ran", text: "It ran, and was committed with its answer." };
}

function meaningOfProblem(answer, isLast) {
  const { problem } = answer;
  if (answer.retryable && !isLast) {
    return { tag: "wait", kind: "wait", text: `${problem.title}. Asking again with the same key.` };
  }
  const text = [problem.title.replace(/[.]?$/, "."), problem.detail, adviceFor(problem)]
    .filter(Boolean)
    .join(" ");
  return { tag: answer.replayed ? "replayed no" : "refused", kind: "refused", text };
}

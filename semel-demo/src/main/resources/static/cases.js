/* The list of cases, with a filter, and the form that opens one. */

import { get } from "./service.js";
import { CommandForm } from "./command-form.js";
import { openCase } from "./commands.js";
import { el, fill, say } from "./dom.js";
import { count, countOf, moment, stateBadge, words } from "./format.js";
import { problemBox } from "./problem.js";

const refreshMillis = 5_000;
const maxCases = 100;
const states = ["OPEN", "ESCALATED", "APPROVED", "CLOSED"];

export function casesView(main, life, { query }) {
  const state = states.includes(query.get("state")) ? query.get("state") : "";
  const list = el(
    "div",
    { class: "list", "aria-busy": "true" },
    el("p", { class: "empty" }, "Reading the cases…"),
  );
  const told = el("p", { class: "quiet", role: "status" });
  const search = el("input", {
    type: "search",
    id: "search",
    placeholder: "Subject, reference, officer",
    autocomplete: "off",
    oninput: () => showCases(),
  });
  const filter = filterBar(state, search);
  let shown = null;
  let total = 0;

  const refresh = life.keepFresh(read, refreshMillis, (problem) => fill(list, problemBox(problem)));
  fill(main, el("h1", {}, "Cases"), openPanel(life, refresh), filter.node, told, list);

  async function read(signal) {
    const parameters = new URLSearchParams({ limit: maxCases, ...(state && { state }) });
    const page = await get(`api/cases?${parameters}`, signal);
    const isChanged = JSON.stringify(page.cases) !== JSON.stringify(shown);
    shown = page.cases;
    total = filter.tell(page.counts);
    list.setAttribute("aria-busy", "false");
    if (isChanged || list.querySelector(".problem")) {
      showCases();
    }
  }

  function showCases() {
    const found = (shown ?? []).filter((one) => isMatch(one, search.value));
    say(told, shown === null ? "" : countWords(found.length, total));
    fill(
      list,
      found.length > 0 ? el("ul", { class: "cases" }, found.map(caseRow)) : emptyState(state, search.value),
    );
  }
}

function openPanel(life, refresh) {
  const command = new CommandForm(openCase(), life, { onSettled: refresh });
  return el(
    "details",
    { class: "panel open-panel" },
    el("summary", {}, "Open a case"),
    el("div", { class: "split" }, command.form, command.answers.node),
  );
}

/* The chips tell how many cases there are in each state; tell returns how many the chosen one stands for. */
function filterBar(state, search) {
  const numbers = new Map(["", ...states].map((one) => [one, el("span", { class: "chip-count" })]));
  const links = [...numbers].map(([one, number]) =>
    el(
      "a",
      { href: one ? `#/cases?state=${one}` : "#/cases", "aria-current": one === state ? "true" : null },
      one ? words(one) : "All",
      " ",
      number,
    ),
  );
  const node = el(
    "div",
    { class: "filter" },
    el("nav", { class: "chips", "aria-label": "Cases by state" }, links),
    el("div", { class: "search" }, el("label", { for: "search" }, "Find"), search),
  );
  return { node, tell };

  function tell(counts) {
    const all = { ...counts, "": Object.values(counts).reduce((sum, one) => sum + one, 0) };
    numbers.forEach((number, one) => say(number, count(all[one])));
    return all[state] ?? 0;
  }
}

/* Of very many cases the newest are listed, and searched. */
function countWords(found, total) {
  return total > maxCases ? `${countOf(found, "case")} of the newest ${maxCases}` : countOf(found, "case");
}

function isMatch(one, text) {
  const wanted = text.trim().toLowerCase();
  const searched = [one.caseId, one.subject, one.source, one.complaintRef, one.officer]
    .join(" ")
    .toLowerCase();
  return searched.includes(wanted);
}

function caseRow(one) {
  return el(
    "li",
    {},
    el(
      "a",
      { class: "case-row", href: `#/cases/${encodeURIComponent(one.caseId)}` },
      el("span", { class: "case-subject" }, one.subject),
      stateBadge(one.state),
      el(
        "span",
        { class: "case-facts" },
        `${words(one.source)} ${one.complaintRef} · ${one.officer ? `with ${words(one.officer)}` : "no officer"}`,
      ),
      el("span", { class: "case-when" }, "opened ", moment(one.openedAt)),
    ),
  );
}

function emptyState(state, text) {
  if (text.trim() !== "") {
    return el("p", { class: "empty" }, "No case matches. Try fewer letters.");
  }
  return el(
    "p",
    { class: "empty" },
    state ? `No case is ${words(state).toLowerCase()}.` : "There are no cases yet. Open the first one above.",
  );
}

/* One case: its facts, what can be done with it, and its timeline. */

import { get } from "./service.js";
import { CommandForm } from "./command-form.js";
import { caseCommands } from "./commands.js";
import { el, fill, say } from "./dom.js";
import { moment, money, stateBadge, words } from "./format.js";
import { problemBox } from "./problem.js";
import { showTimeline } from "./timeline.js";

const refreshMillis = 4_000;

export function caseView(main, life, { parameters: [caseId] }) {
  const path = `api/cases/${encodeURIComponent(caseId)}`;
  const heading = el("h1", {}, `Case ${caseId}`);
  const facts = el("div", { class: "facts" }, el("p", { class: "empty" }, "Reading the case…"));
  const timeline = el("div", { class: "timeline-box" }, el("p", { class: "empty" }, "Reading the timeline…"));
  const history = section("Timeline", timeline);
  const actions = actionPanel(caseId, life, () => refresh());
  let seen = "";

  fill(
    main,
    el("p", { class: "back" }, el("a", { href: "#/cases" }, "All cases")),
    heading,
    el("div", { class: "case-columns" }, el("div", {}, facts, actions.node), history),
  );
  const refresh = life.keepFresh(read, refreshMillis, (problem) => {
    fill(facts, problemBox(problem));
    seen = "";
    showPanels(false);
  });

  function showPanels(isShown) {
    history.hidden = !isShown;
    actions.node.hidden = !isShown;
  }

  async function read(signal) {
    const [one, timelineNow, { officers }] = await Promise.all([
      get(path, signal),
      get(`${path}/timeline`, signal),
      get("api/officers", signal),
    ]);
    const now = JSON.stringify([one, timelineNow]);
    actions.show(one, officers);
    showPanels(true);
    if (now === seen) {
      return;
    }
    seen = now;
    say(heading, one.subject);
    document.title = `${one.subject} · Semel`;
    showFacts(facts, one);
    showTimeline(timeline, timelineNow);
  }
}

/* The form a person is using is left alone; only what surrounds it follows the case. */
function actionPanel(caseId, life, refresh) {
  const chips = el("div", { class: "chips", role: "group", "aria-label": "What to do with the case" });
  const note = el("p", { class: "hint action-note", role: "status" });
  const place = el("div", { class: "action-form" });
  const node = section("Do something", chips, note, place);
  let current = null;
  let chosen = null;
  let officers = [];

  return { node, show };

  function show(one, officersNow) {
    current = one;
    officers = officersNow;
    if (chosen === null) {
      const commands = caseCommands(current, officers);
      fill(chips, commands.map(chip));
      choose((commands.find((command) => current.allowed.includes(command.transition)) ?? commands[0]).name);
    }
    tellWhetherAllowed();
  }

  function chip({ name }) {
    return el("button", { type: "button", "aria-pressed": "false", onclick: () => choose(name) }, name);
  }

  function choose(name) {
    const command = caseCommands(current, officers).find((one) => one.name === name);
    chosen = command;
    for (const button of chips.children) {
      button.setAttribute("aria-pressed", String(button.textContent === name));
    }
    const form = new CommandForm(command, life, { caseId, onSettled: refresh });
    fill(place, form.form, form.answers.node);
    tellWhetherAllowed();
  }

  function tellWhetherAllowed() {
    const isRefused = chosen.transition
      ? !current.allowed.includes(chosen.transition)
      : current.state === "CLOSED";
    say(
      note,
      isRefused
        ? `The case is ${words(current.state).toLowerCase()}: the service will refuse this or change nothing.`
        : "",
    );
  }
}

function section(title, ...children) {
  return el("section", { class: "panel" }, el("h2", {}, title), ...children);
}

function showFacts(node, one) {
  fill(
    node,
    el("div", { class: "fact-head" }, stateBadge(one.state), el("code", { class: "quiet" }, one.caseId)),
    one.description && el("p", { class: "description" }, one.description),
    el(
      "dl",
      { class: "fact-list" },
      fact("Complaint", `${words(one.source)} ${one.complaintRef}`),
      fact("Officer", one.officer ? words(one.officer) : "nobody yet"),
      fact("Opened", moment(one.openedAt)),
      fact("Changed", moment(one.updatedAt)),
      things("Timers", one.timers, (timer) => [
        `${words(timer.type)}, `,
        timer.stoppedAt ? "stopped " : "due ",
        moment(timer.stoppedAt ?? timer.dueAt),
      ]),
      things("Evidence", one.evidence, (piece) => [piece.name, piece.note && ` (${piece.note})`]),
      things("Notes", one.notes, (note) => [`${words(note.author)}: ${note.text}`]),
      things("Fees", one.fees, (fee) => [`${money(fee.amountCents, fee.currency)}, ${fee.sourceOperation}`]),
      things("Notices", one.notices, (notice) => [
        `${words(notice.template)} to ${notice.recipient}, `,
        ...(notice.sentAt ? ["sent ", moment(notice.sentAt)] : ["on its way"]),
      ]),
    ),
  );
}

function fact(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", {}, value));
}

function things(name, list, describe) {
  const items = (list ?? []).map((thing) => el("li", {}, ...describe(thing)));
  return fact(name, items.length > 0 ? el("ul", {}, items) : "none");
}

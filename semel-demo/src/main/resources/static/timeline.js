/* A case's history: each command once, with the audit rows and events that were committed with it. */

import { el, fill } from "./dom.js";
import { countOf, moment, words } from "./format.js";
import { intentDigest } from "./keys.js";
import { actingUser } from "./service.js";

/** How many commands with this key left something in the database; null where that cannot be found out. */
export async function effectsOf(timeline, key) {
  const { tenant, user } = actingUser();
  const mine = commandsOf(timeline.entries).filter((command) => command.principal === user);
  const digests = await Promise.all(
    mine.map((command) => intentDigest(tenant, command.operation, user, key)),
  );
  return digests.includes(null)
    ? null
    : mine.filter((command, index) => command.intent === digests[index]).length;
}

/** Shows a timeline, the newest command first. */
export function showTimeline(node, timeline) {
  const commands = commandsOf(timeline.entries);
  fill(
    node,
    el("p", { class: "quiet" }, summary(commands.length, timeline.entries)),
    commands.length > 0
      ? el("ol", { class: "timeline" }, commands.reverse().map(commandNode))
      : el("p", { class: "empty" }, "Nothing has happened yet."),
  );
}

function commandsOf(entries) {
  const commands = new Map();
  for (const entry of entries) {
    const command = commands.get(entry.recordId) ?? { ...entry, audits: [], events: [] };
    (entry.kind === "event" ? command.events : command.audits).push(entry);
    commands.set(entry.recordId, command);
  }
  return [...commands.values()];
}

function summary(commands, entries) {
  const events = entries.filter((entry) => entry.kind === "event").length;
  const audits = entries.length - events;
  return `${countOf(commands, "command")}, ${countOf(audits, "audit row")}, ${countOf(events, "event")}`;
}

function commandNode(command) {
  return el(
    "li",
    { class: "step", "data-intent": command.intent },
    el(
      "div",
      { class: "step-head" },
      el("strong", {}, words(command.audits[0]?.action ?? command.operation)),
      moment(command.at),
    ),
    el("p", { class: "step-who" }, `by ${words(command.principal)}, intent `, el("code", {}, command.intent)),
    el("ul", { class: "rows" }, command.audits.map(auditRow), command.events.map(eventRow)),
  );
}

function auditRow(audit) {
  return el(
    "li",
    {},
    el("span", { class: "row-kind" }, "audit"),
    el("span", {}, el("code", {}, audit.action), audit.detail && ` ${audit.detail}`),
  );
}

function eventRow(event) {
  const name = el("code", {}, event.type);
  const payload =
    event.payload === undefined || event.payload === null ? null : JSON.stringify(event.payload, null, 2);
  const shown =
    payload === null ? name : el("details", {}, el("summary", {}, name), el("pre", { tabindex: 0 }, payload));
  return el("li", {}, el("span", { class: "row-kind row-event" }, "event"), shown);
}

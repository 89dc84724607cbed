/* Turns what the server says into short, plain English. */

import { el } from "./dom.js";

const numbers = new Intl.NumberFormat("en-GB");
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

export function count(number) {
  return numbers.format(number ?? 0);
}

/** "1 case", "2 cases". */
export function countOf(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** "ASSIGN_OFFICER", "assign-officer" and "OfficerAssigned" become words. */
export function words(name) {
  const spaced = String(name ?? "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .toLowerCase()
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A time of today by the clock, another with its day; the exact moment is in the title. */
export function moment(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) {
    return el("span", {}, "–");
  }
  const isToday = date.toDateString() === new Date().toDateString();
  return el("time", { datetime: iso, title: date.toString() }, (isToday ? clock : day).format(date));
}

export function money(cents, currency) {
  try {
    return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(cents / 100);
  } catch (unknownCurrency) {
    return `${(cents / 100).toFixed(2)} ${currency}`;
  }
}

export function stateBadge(state) {
  return el("span", { class: `badge state-${String(state).toLowerCase()}` }, words(state));
}

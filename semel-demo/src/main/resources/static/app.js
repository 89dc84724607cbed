/* The frame of the page: who is acting, which view is shown. */

import { actAs, get } from "./service.js";
import { caseView } from "./case.js";
import { casesView } from "./cases.js";
import { el, fill } from "./dom.js";
import { eventsView } from "./events.js";
import { words } from "./format.js";
import { Life } from "./life.js";
import { problemBox } from "./problem.js";
import { stormView } from "./storm.js";
import { twiceView } from "./twice.js";

const rememberedUser = "semel-demo-user";

const views = [
  { pattern: /^\/cases$/, tab: "#/cases", show: casesView },
  { pattern: /^\/cases\/([^/]+)$/, tab: "#/cases", show: caseView },
  { pattern: /^\/twice$/, tab: "#/twice", show: twiceView },
  { pattern: /^\/events$/, tab: "#/events", show: eventsView },
  { pattern: /^\/storm$/, tab: "#/storm", show: stormView },
];

const main = document.getElementById("main");
const chooser = document.getElementById("acting-as");
let life = new Life();
let users = [];

document.getElementById("skip").addEventListener("click", skipToContent);
chooser.addEventListener("change", changeUser);
start();

function start() {
  const starting = new Life();
  fill(main, el("p", { class: "empty", role: "status" }, "Asking the server who may act…"));
  starting.keepFresh(readUsers, 60_000, (problem) => fill(main, problemBox(problem)));

  async function readUsers(signal) {
    users = (await get("api/users", signal)).users;
    starting.end();
    fill(chooser, users.map(userOption));
    chooser.value = (userOf(remembered()) ?? users[0]).token;
    actAs(userOf(chooser.value));
    addEventListener("hashchange", () => show(true));
    show(false);
  }
}

function userOf(token) {
  return users.find((user) => user.token === token);
}

function userOption(user) {
  return el("option", { value: user.token }, `${words(user.user)}, ${user.role} · ${words(user.tenant)}`);
}

function show(isNavigation) {
  const [path, query] = location.hash.slice(1).split("?");
  const view = views.find((candidate) => candidate.pattern.test(path)) ?? views[0];
  const parameters = (view.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
  life.end();
  life = new Life();
  markTab(view.tab);
  fill(main);
  view.show(main, life, { parameters, query: new URLSearchParams(query ?? "") });
  const heading = main.querySelector("h1");
  document.title = `${heading.textContent} · Semel`;
  if (isNavigation) {
    scrollTo(0, 0);
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

function markTab(tab) {
  for (const link of document.querySelectorAll(".views a")) {
    const isCurrent = link.getAttribute("href") === tab;
    isCurrent ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
}

/* A case of one tenant is nothing to a user of another, so the way leads back to the list. */
function changeUser() {
  actAs(userOf(chooser.value));
  remember(chooser.value);
  if (/^#\/cases\/./.test(location.hash)) {
    location.hash = "#/cases";
  } else {
    show(false);
  }
}

function skipToContent(event) {
  event.preventDefault();
  main.focus();
}

/* Storage may be refused; the choice then lasts as long as the page. */
function remembered() {
  try {
    return localStorage.getItem(rememberedUser);
  } catch (refused) {
    return null;
  }
}

function remember(token) {
  try {
    localStorage.setItem(rememberedUser, token);
  } catch (refused) {
    return;
  }
}

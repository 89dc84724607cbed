/* Says when the server is away, asks again until it is back, and then lets the view read anew. */

import { AwayError, get } from "./service.js";
import { say } from "./dom.js";

const probePath = "api/users";
const probeDelaysSeconds = [1, 2, 4, 8];

const banner = document.getElementById("away");
const bannerText = document.getElementById("away-text");
const backListeners = new Set();

let failedProbes = 0;
let secondsLeft = 0;
let timer = null;
let reason = "";
let reports = 0;

document.getElementById("away-now").addEventListener("click", probe);

/** Shows that the server is away, and why; asks it again until it answers. */
export function reportAway(why) {
  reports++;
  reason = why;
  if (timer === null) {
    failedProbes = 0;
    waitForProbe();
  }
}

/** Calls the listener whenever the server is back, until the signal says that nobody is interested any more. */
export function onBack(listener, signal) {
  backListeners.add(listener);
  signal.addEventListener("abort", () => backListeners.delete(listener));
}

function waitForProbe() {
  secondsLeft = probeDelaysSeconds[Math.min(failedProbes, probeDelaysSeconds.length - 1)];
  show(`${reason} Trying again in ${secondsLeft} s.`);
  timer = setTimeout(probe, 1000 * secondsLeft);
}

async function probe() {
  clearTimeout(timer);
  try {
    await get(probePath);
    await isBack();
  } catch (failure) {
    failedProbes++;
    reason = failure instanceof AwayError ? failure.message : reason;
    waitForProbe();
  }
}

/* The banner goes when what is shown could be read again; the server may be there and its database not. */
async function isBack() {
  timer = null;
  const reportsBefore = reports;
  await Promise.all([...backListeners].map((listener) => listener()));
  if (reports === reportsBefore) {
    banner.hidden = true;
  }
}

function show(text) {
  banner.hidden = false;
  say(bannerText, text);
}

/* Speaks to the service. A read throws when it fails; an attempt at a command always ends in an answer. */

const readTimeoutMillis = 10_000;
const attemptTimeoutMillis = 30_000;
const awayStatuses = [502, 503, 504];

let acting = { token: "", tenant: "", user: "" };

/** From now on requests are made as this user, with the demo token that goes with it. */
export function actAs(user) {
  acting = user;
}

export function actingUser() {
  return acting;
}

/** What the service refuses, in its own words (application/problem+json). */
export class Problem extends Error {
  constructor(status, members = {}) {
    super(members.title ?? `The server answered ${status}`);
    this.status = status;
    this.title = this.message;
    this.detail = members.detail ? sentence(members.detail) : "";
    this.code = members.code ?? "";
    this.retryable = members.retryable === true || awayStatuses.includes(status);
  }
}

/** Nobody answered, or the service said that its database is away. Reading again later may work. */
export class AwayError extends Error {}

/** Reads; throws AwayError or Problem. */
export async function get(path, signal) {
  const reply = await send(path, { headers: headers() }, readTimeoutMillis, signal).catch((failure) => {
    throw signal?.aborted ? failure : new AwayError("The demo server does not answer.");
  });
  const body = await bodyOf(reply);
  if (awayStatuses.includes(reply.status)) {
    throw new AwayError(sentence(body?.title ?? "The service is not available"));
  }
  if (!reply.ok) {
    throw new Problem(reply.status, body);
  }
  return body;
}

/**
 * One attempt at a command. The answer has: status (0 when the reply was lost), replayed, body, problem (null
 * when it went well), retryable, retryAfterMillis, tookMillis.
 */
export async function attempt(path, key, payload, signal) {
  const began = performance.now();
  const request = {
    method: "POST",
    headers: headers({ "Content-Type": "application/json", ...(key && { "Idempotency-Key": `"${key}"` }) }),
    body: JSON.stringify(payload),
  };
  try {
    const reply = await send(path, request, attemptTimeoutMillis, signal);
    return answerOf(reply, await bodyOf(reply), performance.now() - began);
  } catch (failure) {
    return lostReply(performance.now() - began);
  }
}

async function send(path, request, timeoutMillis, signal) {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const timer = setTimeout(stop, timeoutMillis);
  signal?.addEventListener("abort", stop);
  try {
    return await fetch(path, { ...request, cache: "no-store", signal: abort.signal });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

function headers(more = {}) {
  return {
    Accept: "application/json, application/problem+json",
    ...(acting.token && { Authorization: `Bearer ${acting.token}` }),
    ...more,
  };
}

async function bodyOf(reply) {
  const text = await reply.text();
  try {
    return text === "" ? null : JSON.parse(text);
  } catch (notJson) {
    return null;
  }
}

function answerOf(reply, body, tookMillis) {
  const problem = reply.ok ? null : new Problem(reply.status, body ?? {});
  return {
    status: reply.status,
    replayed: reply.headers.get("Idempotent-Replayed") === "true",
    body,
    problem,
    retryable: problem !== null && problem.retryable,
    retryAfterMillis: 1000 * (Number.parseInt(reply.headers.get("Retry-After"), 10) || 1),
    tookMillis,
  };
}

function lostReply(tookMillis) {
  return {
    status: 0,
    replayed: false,
    body: null,
    problem: null,
    retryable: true,
    retryAfterMillis: 1000,
    tookMillis,
  };
}

/* What the service says may begin in the middle of a sentence; names such as amountCents stay as they are. */
function sentence(text) {
  const begun = /^[a-z]+[ ,;]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

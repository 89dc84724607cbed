/* Sends one intent until it is settled: every attempt carries the key that was made with the form. */

import { attempt } from "./service.js";

const maxAttempts = 10;
const maxPauseMillis = 5_000;

/**
 * Attempts a command; again when the reply was lost, the first attempt is still running or the service is
 * away. Each answer is told as it comes. Returns the last one; retryable still, when the attempts were used
 * up.
 */
export async function sendUntilSettled({ path, key, payload }, life, onAnswer) {
  for (let number = 1; ; number++) {
    const answer = await attempt(path, key, payload, life.signal);
    const isLast = !answer.retryable || number === maxAttempts || life.signal.aborted;
    onAnswer(answer, number, isLast);
    if (isLast) {
      return answer;
    }
    await life.pause(Math.min(answer.retryAfterMillis, maxPauseMillis));
  }
}

/* The life of one view: what it reads again and again, and that it stops when the person goes elsewhere. */

import { AwayError, Problem } from "./service.js";
import { onBack, reportAway } from "./connection.js";

/** Ends with end(); nothing that began in it goes on after that. */
export class Life {
  #abort = new AbortController();

  get signal() {
    return this.#abort.signal;
  }

  end() {
    this.#abort.abort();
  }

  /**
   * Reads now, when the server is back, and every so often while the page is in sight; one reading at a time.
   * Returns a function that reads at once. A server that is away is announced; a problem goes to onProblem.
   */
  keepFresh(read, everyMillis, onProblem) {
    let underway = null;
    const once = () => (underway ??= this.#guarded(read, onProblem).finally(() => (underway = null)));
    const again = async () => {
      await underway;
      return once();
    };
    this.every(everyMillis, once);
    onBack(once, this.signal);
    once();
    return again;
  }

  /** Calls it at intervals while the page is in sight. */
  every(millis, call) {
    const timer = setInterval(() => document.hidden || call(), millis);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Waits; returns early when the view ends. */
  pause(millis) {
    return new Promise((resolve) => {
      setTimeout(resolve, millis);
      this.signal.addEventListener("abort", resolve);
    });
  }

  async #guarded(read, onProblem) {
    try {
      await read(this.signal);
    } catch (failure) {
      this.#tell(failure, onProblem);
    }
  }

  #tell(failure, onProblem) {
    if (this.signal.aborted) {
      return;
    }
    if (failure instanceof AwayError) {
      reportAway(failure.message);
    } else if (failure instanceof Problem) {
      onProblem(failure);
    } else {
      throw failure;
    }
  }
}

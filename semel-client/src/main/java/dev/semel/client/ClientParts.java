package dev.semel.client;

import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** What every call of a client shares. Immutable. */
record ClientParts(
    HttpClient http,
    KeyHeader keyHeader,
    RetrySettings retries,
    RetentionSettings retention,
    AnswerHeaders answerHeaders,
    RequestDecorator decorator,
    ClientListener listener,
    Timing timing) {
  ClientParts {
    if (http.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException(
          "the HttpClient follows redirects (%s), and would turn a POST into a GET; build it with Redirect.NEVER"
              .formatted(http.followRedirects()));
    }
    if (retention.margin().compareTo(retries.attemptTimeout()) < 0) {
      throw new IllegalArgumentException(
          "retention margin %s is shorter than the attempt timeout %s, which is how late an attempt may arrive; lengthen the one or shorten the other"
              .formatted(retention.margin(), retries.attemptTimeout()));
    }
  }

  Judge judge() {
    return new Judge(answerHeaders, retries.plainConflicts());
  }

  Executor executor() {
    return http.executor().orElse(ForkJoinPool.commonPool());
  }
}

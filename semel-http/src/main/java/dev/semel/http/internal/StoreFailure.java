package dev.semel.http.internal;

import dev.semel.ConfigurationException;
import dev.semel.RetriesExhaustedException;
import dev.semel.SemelException;
import dev.semel.StoreUnavailableException;
import dev.semel.TransactionMisuseException;
import dev.semel.http.HttpEvent;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers when the store does not, and the handler has not begun. */
final class StoreFailure {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFailure.class);

  private final Exchange exchange;

  StoreFailure(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Refuses, or runs without protection where the route chose that. */
  void answer(SemelException failure) throws IOException, ServletException {
    if (failure instanceof TransactionMisuseException) {
      throw failure;
    }
    if (failure instanceof ConfigurationException) {
      answerMisconfigured(failure);
    } else if (failure instanceof RetriesExhaustedException
        && exchange.route().settings().running().failingOpen()) {
      LOG.warn(
          "{}: the store is unavailable; run without protection ({})",
          exchange.intent().id(),
          failure.getMessage());
      exchange.runUnprotected();
    } else if (failure instanceof StoreUnavailableException unavailable) {
      answerUnavailable(unavailable.retryAfter());
    } else {
      answerUnreadable(failure);
    }
  }

  /** The engine has logged once that the store is unavailable. */
  void answerUnavailable(Duration retryAfter) throws IOException {
    LOG.debug("{}: the store is unavailable; refused", exchange.intent().id());
    exchange.answer(HttpEvent.STORE_UNAVAILABLE, Problems.storeUnavailable(retryAfter));
  }

  void answerMisconfigured(SemelException failure) throws IOException {
    LOG.error("{}: the store refuses; an operator must act", exchange.intent().id(), failure);
    exchange.answer(HttpEvent.STORE_MISCONFIGURED, Problems.storeMisconfigured());
  }

  /** The store is away, too slow, or has something that cannot be read. */
  void answerUnreadable(SemelException failure) throws IOException {
    LOG.warn("{}: the store does not answer; refused", exchange.intent().id(), failure);
    exchange.answer(HttpEvent.STORE_UNAVAILABLE, Problems.storeUnavailable());
  }
}

package dev.semel.http.guide;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Stands for a payment provider: it charges once per key, and can be asked. */
final class Provider {
  static final int MAX_WAIT_SECONDS = 60;

  private final Map<String, String> receipts = new ConcurrentHashMap<>();
  final CountDownLatch charged = new CountDownLatch(1);
  final CountDownLatch mayAnswer = new CountDownLatch(1);
  volatile boolean isSlow;
  volatile boolean isDown;

  String charge(String key) {
    if (isDown) {
      throw new IllegalStateException("the provider does not answer");
    }
    String receipt = receipts.computeIfAbsent(key, k -> "receipt-" + receipts.size());
    charged.countDown();
    if (isSlow) {
      awaitTurn();
    }
    return receipt;
  }

  private void awaitTurn() {
    try {
      if (!mayAnswer.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let the provider answer");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Nullable String receiptOf(String key) {
    return receipts.get(key);
  }

  int charges() {
    return receipts.size();
  }
}

package dev.semel.postgres.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Duplicates;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on duplicates. */
@ExtendWith(PostgresExtension.class)
class DuplicatesIT {
  private static final Operation<String, String> PAY =
      Operation.named("pay").taking(Fingerprinter.text()).answering(Codec.text());

  // snippet: refuse
  static final Operation<String, String> REFUSED =
      PAY.duplicates(Duplicates.refuse().retryAfter(Duration.ofSeconds(2)));

  // end snippet

  // snippet: wait
  static final Operation<String, String> WAITED_FOR =
      PAY.duplicates(Duplicates.waitUpTo(Duration.ofSeconds(30)));

  // end snippet

  private final Semel node;
  private final Semel otherNode;

  DuplicatesIT(PostgresDatabase database) {
    this.node = GuideTables.semel(database);
    this.otherNode = GuideTables.semel(database);
  }

  /** A first attempt that stays in its effect until it is let go. */
  private final class Held {
    final CountDownLatch running = new CountDownLatch(1);
    final CountDownLatch letGo = new CountDownLatch(1);
    final CompletableFuture<Outcome<String>> outcome;

    Held(Operation<String, String> operation, String key) {
      outcome =
          CompletableFuture.supplyAsync(
              () -> node.once(operation.intent("acme", key, "10 EUR"), effect -> held()));
      await(running);
    }

    private String held() {
      running.countDown();
      await(letGo);
      return "paid";
    }

    Outcome<String> end() {
      letGo.countDown();
      return outcome.join();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Test
  void aDuplicateIsRefusedOnBothNodes() {
    Held first = new Held(REFUSED, "refused-1");
    Outcome<String> here =
        node.once(REFUSED.intent("acme", "refused-1", "10 EUR"), effect -> "again");
    Outcome<String> there =
        otherNode.once(REFUSED.intent("acme", "refused-1", "10 EUR"), effect -> "again");
    assertThat(here).isEqualTo(new Outcome.InProgress<>(Duration.ofSeconds(2)));
    assertThat(there).isEqualTo(new Outcome.InProgress<>(Duration.ofSeconds(2)));
    assertThat(first.end()).isEqualTo(new Outcome.Executed<>("paid"));
  }

  @Test
  void aDuplicateWaitsAndGetsTheAnswer() {
    Held first = new Held(WAITED_FOR, "waited-1");
    CompletableFuture<Outcome<String>> there =
        CompletableFuture.supplyAsync(
            () ->
                otherNode.once(WAITED_FOR.intent("acme", "waited-1", "10 EUR"), effect -> "again"));
    first.end();
    assertThat(there.join().orElseThrow()).isEqualTo("paid");
  }

  @Test
  void anotherPayloadIsRecognisedHereAtOnceAndThereWhenItIsOver() {
    Held first = new Held(PAY, "mismatch-1");
    assertThat(node.once(PAY.intent("acme", "mismatch-1", "99 EUR"), effect -> "again"))
        .isEqualTo(new Outcome.Mismatch<>());
    assertThat(otherNode.once(PAY.intent("acme", "mismatch-1", "99 EUR"), effect -> "again"))
        .isInstanceOf(Outcome.InProgress.class);
    first.end();
    assertThat(otherNode.once(PAY.intent("acme", "mismatch-1", "99 EUR"), effect -> "again"))
        .isEqualTo(new Outcome.Mismatch<>());
  }
}

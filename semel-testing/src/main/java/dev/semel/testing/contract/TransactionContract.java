package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.CodecException;
import dev.semel.Content;
import dev.semel.Duplicates;
import dev.semel.Event;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Rejections;
import dev.semel.spi.Body;
import dev.semel.spi.Engine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * A command joins a transaction that its caller began and will commit. What it does lives and dies
 * with that transaction, and where it fails or is rejected, the caller's own work is left alone.
 *
 * @param <T> the store's transaction handle
 */
public abstract class TransactionContract<T> extends StoreContract<T> {

  private Body<T, String> telling() {
    return effect -> {
      effect.audit("PLACE", "order k", null);
      effect.publish(Event.of("order", "k", "placed", null));
      return inserting("k").run(effect);
    };
  }

  private void assertThere(int times) {
    assertEffects("k", times);
    assertThat(fixture().countAudit(order("k").id())).as("audit entries").isEqualTo(times);
    assertThat(fixture().countEvents(TENANT, "k")).as("events").isEqualTo(times);
    assertThat(fixture().countRecords()).as("records").isEqualTo(times);
  }

  @Test
  void theCallersCommitKeepsItsOwnWorkAndTheCommands() {
    Engine<T> node = node("a");
    var told =
        fixture()
            .inTransaction(
                transaction -> {
                  fixture().insertEffect(transaction, "caller");
                  return node.within(transaction, order("k"), telling());
                });
    assertThat(told).isExecuted();
    assertEffects("caller", 1);
    assertThere(1);
    assertThat(node("b").once(order("k"), inserting("k")))
        .isReplayed()
        .hasResult(told.orElseThrow());
  }

  @Test
  void theCallersRollbackLeavesNothing() {
    Engine<T> node = node("a");
    var told =
        fixture()
            .inRolledBackTransaction(
                transaction -> {
                  fixture().insertEffect(transaction, "caller");
                  return node.within(transaction, order("k"), telling());
                });
    assertThat(told).isExecuted();
    assertEffects("caller", 0);
    assertThere(0);
    assertThat(node.once(order("k"), telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void aRetryInAnotherTransactionIsReplayed() {
    Engine<T> node = node("a");
    String told = node.once(order("k"), telling()).orElseThrow();
    var again = fixture().inTransaction(t -> node.within(t, order("k"), telling()));
    assertThat(again).isReplayed().hasResult(told);
    var other = fixture().inTransaction(t -> node.within(t, otherOrder("k"), telling()));
    assertThat(other).isMismatch();
    assertThere(1);
  }

  @Test
  void aRetryInTheSameTransactionIsReplayed() {
    Engine<T> node = node("a");
    fixture()
        .inTransaction(
            transaction -> {
              String told = node.within(transaction, order("k"), telling()).orElseThrow();
              assertThat(node.within(transaction, order("k"), telling()))
                  .isReplayed()
                  .hasResult(told);
              return told;
            });
    assertThere(1);
  }

  @Test
  void severalCommandsShareOneTransaction() {
    Engine<T> node = node("a");
    fixture()
        .inTransaction(
            transaction -> {
              assertThat(node.within(transaction, order("one"), inserting("one"))).isExecuted();
              assertThat(node.within(transaction, order("no"), insertingThenRejecting("no", "NO")))
                  .isRejectedWith("NO");
              assertThat(node.within(transaction, order("two"), inserting("two"))).isExecuted();
              return true;
            });
    assertEffects("one", 1);
    assertEffects("no", 0);
    assertEffects("two", 1);
    assertThat(fixture().countRecords()).isEqualTo(3);
  }

  @Test
  void aRejectionUndoesOnlyTheCommandsWork() {
    Engine<T> node = node("a");
    var told =
        fixture()
            .inTransaction(
                transaction -> {
                  fixture().insertEffect(transaction, "caller");
                  return node.within(transaction, order("k"), insertingThenRejecting("k", "NO"));
                });
    assertThat(told).isRejectedWith("NO");
    assertEffects("caller", 1);
    assertEffects("k", 0);
    assertThat(node("b").once(order("k"), inserting("k"))).isReplayOfRejection("NO");
  }

  @Test
  void aRejectionThatIsJudgedAnewUndoesOnlyTheCommandsWork() {
    Engine<T> node = node("a");
    Intent<String> intent = ORDER.rejections(Rejections.JUDGED_ANEW).intent(TENANT, "k", PAYLOAD);
    fixture()
        .inTransaction(
            transaction -> {
              fixture().insertEffect(transaction, "caller");
              return node.within(transaction, intent, insertingThenRejecting("k", "NO"));
            });
    assertEffects("caller", 1);
    assertEffects("k", 0);
    assertThat(node.once(intent, inserting("k"))).isExecuted();
  }

  @Test
  void aCallerWhoCatchesAFailureAndCommitsCommitsNothingOfTheCommand() {
    Engine<T> node = node("a");
    Crash crash = new Crash();
    fixture()
        .inTransaction(
            transaction -> {
              fixture().insertEffect(transaction, "caller");
              assertThatThrownBy(
                      () -> node.within(transaction, order("k"), insertingThenThrowing("k", crash)))
                  .isSameAs(crash);
              return true;
            });
    assertEffects("caller", 1);
    assertThere(0);
    assertThat(node.once(order("k"), telling())).isExecuted();
    assertThere(1);
  }

  @Test
  void aCallerWhoCommitsAfterAResultCouldNotBeWrittenCommitsNothingOfTheCommand() {
    Engine<T> node = node("a");
    Intent<String> intent =
        Operation.named("place-order")
            .taking(Fingerprinter.text())
            .answering(new BrokenCodec())
            .intent(TENANT, "k", PAYLOAD);
    fixture()
        .inTransaction(
            transaction -> {
              fixture().insertEffect(transaction, "caller");
              assertThatThrownBy(() -> node.within(transaction, intent, telling()))
                  .isInstanceOf(CodecException.class);
              return true;
            });
    assertEffects("caller", 1);
    assertThere(0);
  }

  /** Writes nothing. */
  private static final class BrokenCodec implements Codec<String> {
    @Override
    public String contentType() {
      return "text/plain";
    }

    @Override
    public int schemaVersion() {
      return 1;
    }

    @Override
    public byte[] encode(String result) {
      throw new CodecException("this codec writes nothing");
    }

    @Override
    public String decode(Content content) {
      throw new CodecException("this codec reads nothing");
    }
  }

  @Test
  void aDuplicateInAnotherTransactionIsRefusedAtOnceEvenIfItsOperationWaits() {
    Engine<T> node = node("a");
    Engine<T> other = node("b");
    Intent<String> patient =
        ORDER.duplicates(Duplicates.waitUpTo(Duration.ofMinutes(5))).intent(TENANT, "k", PAYLOAD);
    fixture()
        .inTransaction(
            transaction -> {
              assertThat(node.within(transaction, patient, telling())).isExecuted();
              var sameNode = fixture().inTransaction(t -> node.within(t, patient, telling()));
              assertThat(sameNode).isInProgress();
              var otherNode = fixture().inTransaction(t -> other.within(t, patient, telling()));
              assertThat(otherNode).isInProgress();
              assertThat(other.once(order("k"), telling())).isInProgress();
              assertThat(other.lease(order("k"), takeOver())).isAnswered().isInProgress();
              return true;
            });
    assertThere(1);
  }

  @Test
  void whatIsLeasedToSomebodyDoesNotRunInACallersTransactionEither() {
    Engine<T> node = node("a");
    var lease = granted(node, order("k"), takeOver());
    var told = fixture().inTransaction(t -> node.within(t, order("k"), inserting("k")));
    assertThat(told).isInProgress();
    lease.release("nothing done");
    var again = fixture().inTransaction(t -> node.within(t, order("k"), inserting("k")));
    assertThat(again).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void whatWasGivenBackDoesNotRunWithAnotherPayloadInACallersTransaction() {
    Engine<T> node = node("a");
    granted(node, order("k"), takeOver()).release("nothing done");
    var other = fixture().inTransaction(t -> node.within(t, otherOrder("k"), inserting("k")));
    assertThat(other).isMismatch();
    assertEffects("k", 0);
    var same = fixture().inTransaction(t -> node.within(t, order("k"), inserting("k")));
    assertThat(same).isExecuted();
    assertEffects("k", 1);
  }

  @Test
  void anIntentWhoseRetentionHasEndedRunsAnewInACallersTransaction() {
    Duration retention = Duration.ofHours(1);
    Intent<String> intent = ORDER.retainedFor(retention).intent(TENANT, "k", PAYLOAD);
    Engine<T> node = node("a");
    node.once(intent, inserting("k"));
    fixture().clock().advance(retention);
    var anew = fixture().inTransaction(t -> node.within(t, intent, inserting("k")));
    assertThat(anew).isExecuted();
    var again = fixture().inTransaction(t -> node.within(t, intent, inserting("k")));
    assertThat(again).isReplayed();
    assertEffects("k", 2);
    assertThat(fixture().countRecords()).isEqualTo(1);
  }
}

package dev.semel.testing.contract;

import static dev.semel.testing.assertions.SemelAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Intent;
import dev.semel.LeaseTerms;
import dev.semel.Operation;
import dev.semel.Takeover;
import dev.semel.spi.Body;
import dev.semel.spi.Boundary;
import dev.semel.spi.Engine;
import dev.semel.spi.HeldLease;
import dev.semel.spi.LeaseResult;
import dev.semel.spi.SemelListener;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the suites have in common: a fixture that is empty at the start of each test, and a command
 * to try on it.
 *
 * @param <T> the store's transaction handle
 */
public abstract class StoreContract<T> {
  static final String TENANT = "acme";
  static final String PAYLOAD = "one book";
  static final String OTHER_PAYLOAD = "two books";

  /** The command that most tests try: it keeps its result, and refuses duplicates at once. */
  static final Operation<String, String> ORDER =
      Operation.named("place-order").taking(Fingerprinter.text()).answering(Codec.text());

  static final Duration LEASE_LENGTH = Duration.ofSeconds(30);

  /** How a test ends an attempt; no store knows it, so no store takes it for something else. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crashed on purpose");
    }
  }

  /** The fixture of this test class; the same one at each call. */
  protected abstract StoreFixture<T> fixture();

  @BeforeEach
  void startEmpty() {
    fixture().reset();
  }

  Engine<T> node(String name) {
    return fixture().node(name, Boundary.Observer.none());
  }

  Engine<T> node(String name, Boundary.Observer boundaries, SemelListener... listeners) {
    return fixture().node(name, boundaries, listeners);
  }

  static Intent<String> order(String key) {
    return ORDER.intent(TENANT, key, PAYLOAD);
  }

  /** The same key with another payload. */
  static Intent<String> otherOrder(String key) {
    return ORDER.intent(TENANT, key, OTHER_PAYLOAD);
  }

  /**
   * Adds an effect and returns a result that no other run returns, so that an equal answer can only
   * be the stored one.
   */
  Body<T, String> inserting(String effectId) {
    return effect -> {
      fixture().insertEffect(effect.transaction(), effectId);
      return "result " + UUID.randomUUID();
    };
  }

  /** Adds an effect, then throws. */
  Body<T, String> insertingThenThrowing(String effectId, RuntimeException failure) {
    return effect -> {
      fixture().insertEffect(effect.transaction(), effectId);
      throw failure;
    };
  }

  /** Adds an effect, then says no. */
  Body<T, String> insertingThenRejecting(String effectId, String code) {
    return effect -> {
      fixture().insertEffect(effect.transaction(), effectId);
      throw effect.reject(code, "for a reason");
    };
  }

  void assertEffects(String effectId, long expected) {
    assertThat(fixture().countEffects(effectId)).as("effects of %s", effectId).isEqualTo(expected);
  }

  /** Terms under which stale work is taken over without asking. */
  static LeaseTerms<String> takeOver() {
    return LeaseTerms.of(LEASE_LENGTH, Takeover.takeOver());
  }

  /** Terms under which stale work waits for an operator. */
  static LeaseTerms<String> block() {
    return LeaseTerms.of(LEASE_LENGTH, Takeover.block());
  }

  /** Asks for a lease that must be granted. */
  HeldLease<T, String> granted(Engine<T> node, Intent<String> intent, LeaseTerms<String> terms) {
    LeaseResult<T, String> result = node.lease(intent, terms);
    assertThat(result).isGranted();
    return ((LeaseResult.Granted<T, String>) result).lease();
  }

  /** Lets every lease that was granted by now run out. */
  void letLeasesRunOut() {
    fixture().clock().advance(LEASE_LENGTH);
  }
}

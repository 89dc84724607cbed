package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Snapshot.Decision;
import org.junit.jupiter.api.Test;

/** How often the provider may be asked to pay a cheque. */
class ChequesTest {
  private static final String KEY = Story.CHEQUE.providerKey();

  private final Story story = Story.inWhichAllIsWell();

  private void decide(String tenant, String operation) {
    story.decisions.add(new Decision(tenant, operation, Story.CHEQUE.key()));
  }

  @Test
  void onlyChequesAreLookedAt() {
    assertThat(story.verdict().lookedAt()).containsEntry(Rule.PAID_UNDECIDED, 1L);
  }

  @Test
  void aSecondCallWithoutADecisionIsFound() {
    story.asked.put(KEY, 2L);

    story.assertFound(Rule.PAID_UNDECIDED);
  }

  @Test
  void aSecondCallAfterADecisionIsNotFound() {
    decide("core", "cheque");
    story.asked.put(KEY, 2L);

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void moreCallsThanDecisionsAllowAreFound() {
    decide("core", "cheque");
    story.asked.put(KEY, 3L);

    story.assertFound(Rule.PAID_UNDECIDED);
  }

  @Test
  void decisionsAboutOthersAllowNothing() {
    decide("beta", "cheque");
    decide("core", "payout");
    story.asked.put(KEY, 2L);

    story.assertFound(Rule.PAID_UNDECIDED);
  }
}

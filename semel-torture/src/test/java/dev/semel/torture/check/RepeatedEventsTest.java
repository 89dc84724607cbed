package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Snapshot.Fact;
import dev.semel.torture.check.Snapshot.TopicEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events may come again, as they were, and never before those that they follow. */
class RepeatedEventsTest {
  private final Story story = Story.inWhichAllIsWell();

  @ParameterizedTest
  @CsvSource({"opened, 7, acme/1", "debited, 1, acme/1", "opened, 1, acme/2"})
  void anEventThatComesAgainAsAnotherIsFound(String type, long version, String aggregate) {
    TopicEvent first = story.topic.get(0);
    story.topic.add(
        new TopicEvent(
            first.partition(),
            99,
            first.id(),
            first.tenant(),
            aggregate,
            type,
            version,
            first.fact(),
            first.payload()));

    story.assertFound(Rule.EVENTS_DISAGREE);
  }

  @Test
  void aBalanceThatTheEventsDoNotMakeIsFound() {
    TopicEvent debited = story.topic.remove(4);
    Fact fact = debited.fact();
    story.topic.add(
        new TopicEvent(
            debited.partition(),
            debited.offset(),
            debited.id(),
            debited.tenant(),
            debited.aggregate(),
            debited.type(),
            debited.version(),
            new Fact(
                fact.tenant(), fact.account(), fact.booking(), fact.delta(), fact.balance() + 1),
            debited.payload()));

    story.assertFound(Rule.EVENTS_DISAGREE);
  }

  @Test
  void anEventThatComesTwiceIsNoViolation() {
    TopicEvent first = story.topic.get(0);
    story.topic.add(
        new TopicEvent(
            first.partition(),
            99,
            first.id(),
            first.tenant(),
            first.aggregate(),
            first.type(),
            first.version(),
            first.fact(),
            first.payload()));

    assertThat(story.verdict().violations()).isEmpty();
  }

  @Test
  void anEventThatOvertakesAnotherIsFound() {
    TopicEvent opened = story.topic.remove(0);
    story.topic.add(
        new TopicEvent(
            opened.partition(),
            99,
            opened.id(),
            opened.tenant(),
            opened.aggregate(),
            opened.type(),
            opened.version(),
            opened.fact(),
            opened.payload()));

    story.assertFound(Rule.EVENTS_OUT_OF_ORDER);
  }

  @Test
  void anAccountInTwoPartitionsIsFound() {
    TopicEvent last = story.topic.remove(4);
    story.topic.add(
        new TopicEvent(
            3,
            0,
            last.id(),
            last.tenant(),
            last.aggregate(),
            last.type(),
            last.version(),
            last.fact(),
            last.payload()));

    story.assertFound(Rule.EVENTS_OUT_OF_ORDER);
  }
}

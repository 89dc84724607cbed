package dev.semel.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.torture.check.Snapshot.Statement;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a pipeline makes of events is there once, as it should be, and in order. */
class StatementsTest {
  private final Story story = Story.inWhichAllIsWell();

  @Test
  void aStatementThatIsMissingIsFound() {
    assertFound(statements -> statements.remove(3));

    assertThat(story.verdict().violations())
        .singleElement()
        .satisfies(violation -> assertThat(violation.words()).startsWith("none instead of one of"));
  }

  @Test
  void aSecondStatementOfOneEventIsFound() {
    assertFound(statements -> statements.add(at(99, statements.get(4))));
  }

  @Test
  void aDeadLetterBesideTheStatementIsFound() {
    assertFound(statements -> statements.add(dead(statements.get(3))));
  }

  @Test
  void aDeadLetterInPlaceOfAStatementThatCanBeWrittenIsFound() {
    assertFound(statements -> statements.add(dead(statements.remove(3))));
  }

  @Test
  void aStatementOfNothingIsFound() {
    assertFound(statements -> statements.add(new Statement(0, 99, "0-99", false, "{}")));
  }

  @Test
  void aStatementThatSaysSomethingElseIsFound() {
    assertFound(
        statements -> {
          Statement last = statements.remove(5);
          statements.add(
              new Statement(last.partition(), last.offset(), last.madeOf(), false, "{}"));
        });
  }

  @Test
  void aStatementThatOvertakesAnotherIsFound() {
    story.spoiledStatements = statements -> statements.add(at(99, statements.remove(0)));

    story.assertFound(Rule.STATEMENTS_OUT_OF_ORDER);
  }

  @Test
  void eventsThatComeAgainHaveStatementsOfTheirOwn() {
    story.topic.add(RepeatedEventsTest.again(story.topic.get(0)));

    assertThat(story.verdict().violations()).isEmpty();
  }

  private void assertFound(Consumer<List<Statement>> change) {
    story.spoiledStatements = change;
    story.assertFound(Rule.STATEMENTS_DISAGREE);
  }

  private static Statement at(long offset, Statement statement) {
    return new Statement(
        statement.partition(), offset, statement.madeOf(), false, statement.payload());
  }

  private static Statement dead(Statement statement) {
    return new Statement(0, 0, statement.madeOf(), true, statement.payload());
  }
}

package dev.semel.demo.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.client.ClientIntent;
import dev.semel.demo.input.InvalidInputException;
import dev.semel.demo.storm.StormIntent.Kind;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StormPartsTest {
  @Test
  void aPlanHasEveryIntentAsOftenAsItIsSent() {
    List<StormIntent> intents =
        IntStream.rangeClosed(1, 100).mapToObj(StormPartsTest::intent).toList();

    List<StormIntent> calls = StormPlan.of(intents, 3, new Random(1)).calls();

    assertThat(calls).hasSize(400);
    assertThat(intents).allMatch(intent -> Collections.frequency(calls, intent) == 4);
    assertThat(calls.indexOf(intents.get(9)) + 1).isLessThan(calls.lastIndexOf(intents.get(9)));
  }

  @Test
  void aSeriesStaysShortAndKeepsItsEnds() {
    Series series = new Series();
    Counters counters = new Counters();
    for (int i = 0; i < 5 * Series.MAX_POINTS; i++) {
      series.add(i, counters.counts(1));
    }

    assertThat(series.points()).hasSizeLessThanOrEqualTo(Series.MAX_POINTS);
    assertThat(series.points().get(0).millis()).isZero();
    assertThat(series.points().get(series.points().size() - 1).millis())
        .isEqualTo(5 * Series.MAX_POINTS - 1);
  }

  @Test
  void settingsThatWereLeftOutAreStandardAndTooMuchIsRefused() {
    StormSettings standard = JsonMapper.shared().readValue("{}", StormSettings.class);

    assertThat(standard).isEqualTo(new StormSettings(16, 200, 2, 20, 10, 1, 1, 1, 1, 1, 1));
    assertThatThrownBy(() -> new StormSettings(65, 200, 2, 20, 10, 1, 1, 1, 1, 1, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("clients must be a whole number from 1 to 64");
  }

  private static StormIntent intent(int number) {
    return new StormIntent(
        number, Kind.OPEN_CASE, ClientIntent.post(URI.create("http://localhost/")).build());
  }
}

package dev.semel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ChartTest {
  private static final String MET = "#1a7f37";
  private static final String MISSED = "#bc4c00";

  private final Chart chart = new Chart();

  @Test
  void whatMeetsItsTargetHasAnotherColourThanWhatMissesIt() {
    assertThat(chart.judge("fast", 1.10, Target.atLeast(1))).isEqualTo("≥ 1.00: met");
    assertThat(chart.svg("all")).contains(MET, "1.10 (≥ 1.00)").doesNotContain(MISSED);

    assertThat(chart.judge("slow", 1.30, Target.atMost(1.20))).isEqualTo("≤ 1.20: missed");
    assertThat(chart.svg("all")).contains(MISSED, "1.30 (≤ 1.20)");
  }

  @Test
  void itIsWellFormedWhateverTheLabelsAndFigures() {
    chart.judge("a < b & c, " + "long ".repeat(40), 1e9, Target.atLeast(0.01));
    chart.judge("nothing", 0, Target.atLeast(1));
    chart.judge("free", 0, Target.atMost(1));

    assertThatCode(
            () ->
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(chart.svg("x < y")))))
        .doesNotThrowAnyException();
    assertThat(chart.svg("all")).doesNotContain("NaN", "Infinity");
  }
}

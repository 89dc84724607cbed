package dev.semel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class ChartTest {
  private static final String MET = "#1a7f37";
  private static final String MISSED = "#bc4c00";
  private static final Pattern BAR =
      Pattern.compile("<rect x=\"([0-9.]+)\" y=\"\\d+\" width=\"([0-9.]+)\" .* fill=\"(#\\w+)\"/>");
  private static final Pattern LINE =
      Pattern.compile("<line x1=\"([0-9.]+)\" .* stroke-width=\"2\"/>");

  /** Positions are written with one digit. */
  private static final Offset<Double> ROUNDING = within(0.2);

  private final Chart chart = new Chart();

  private record Bar(double from, double to, String colour) {
    double width() {
      return to - from;
    }
  }

  private List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    Matcher found = BAR.matcher(chart.svg("all"));
    while (found.find()) {
      double from = Double.parseDouble(found.group(1));
      bars.add(new Bar(from, from + Double.parseDouble(found.group(2)), found.group(3)));
    }
    return bars;
  }

  /** Where targets are met. */
  private double line() {
    Matcher found = LINE.matcher(chart.svg("all"));
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void whatMeetsItsTargetHasAnotherColourThanWhatMissesIt() {
    assertThat(chart.judge("fast", 1.10, Target.atLeast(1))).isEqualTo("≥ 1.00: met");
    assertThat(chart.svg("all")).contains(MET, "1.10 (≥ 1.00)").doesNotContain(MISSED);

    assertThat(chart.judge("slow", 1.30, Target.atMost(1.20))).isEqualTo("≤ 1.20: missed");
    assertThat(chart.svg("all")).contains(MISSED, "1.30 (≤ 1.20)");
  }

  @Test
  void aBarLiesOnTheSideOfTheLineThatItsFigureIsOn() {
    chart.judge("twice as fast", 2, Target.atLeast(1));
    chart.judge("half as fast", 0.5, Target.atLeast(1));
    chart.judge("at half the cost", 0.6, Target.atMost(1.2));
    chart.judge("at twice the cost", 2.4, Target.atMost(1.2));

    for (Bar better : List.of(bars().get(0), bars().get(2))) {
      assertThat(better.colour()).isEqualTo(MET);
      assertThat(better.from()).isCloseTo(line(), ROUNDING);
      assertThat(better.width()).isPositive();
    }
    for (Bar worse : List.of(bars().get(1), bars().get(3))) {
      assertThat(worse.colour()).isEqualTo(MISSED);
      assertThat(worse.to()).isCloseTo(line(), ROUNDING);
      assertThat(worse.width()).isCloseTo(bars().get(0).width(), ROUNDING);
    }
  }

  @Test
  void aCostBelowNothingIsTheBestThereIs() {
    chart.judge("far better", 1e9, Target.atLeast(1));
    chart.judge("costs nothing", 0, Target.atMost(0.35));
    chart.judge("costs less than nothing", -0.02, Target.atMost(0.35));

    assertThat(bars()).hasSize(3).containsOnly(bars().get(0));
    assertThat(chart.svg("all")).contains("-0.02 (≤ 0.35)");
  }

  @Test
  void itIsTheSameInEveryLanguage() {
    chart.judge("fast", 1234.56, Target.atLeast(1.5));
    String root = chart.svg("all");
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("de-DE", "ar-EG", "hi-IN-u-nu-deva")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(chart.svg("all")).as(language).isEqualTo(root);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void itIsWellFormedWhateverTheLabelsAndFigures() {
    chart.judge("a < b & c, " + "long ".repeat(40), 1e9, Target.atLeast(0.01));
    chart.judge("nothing", 0, Target.atLeast(1));
    chart.judge("free", 0, Target.atMost(1));
    chart.judge("less than nothing", -1, Target.atLeast(1));

    assertThatCode(
            () ->
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(chart.svg("x < y")))))
        .doesNotThrowAnyException();
    assertThat(chart.svg("all")).doesNotContain("NaN", "Infinity");
  }
}

package dev.semel.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What was measured against its targets, as a drawing: a bar for each, to the right of the line if
 * the target is met. All share one scale, which is how many times better than its target a figure
 * is. For one thread.
 */
public final class Chart {
  private static final int WIDTH = 1080;
  private static final int LABEL_WIDTH = 610;
  private static final int FIGURE_WIDTH = 150;
  private static final int FIGURE_LEFT = WIDTH - FIGURE_WIDTH + 14;
  private static final int ROW_HEIGHT = 24;
  private static final int BAR_HEIGHT = 14;
  private static final int TOP = 64;
  private static final int BOTTOM = 30;
  private static final int MAX_LABEL_CHARACTERS = 86;
  private static final double MIN_TIMES = 0.25;
  private static final double MAX_TIMES = 16;
  private static final double[] TICKS = {0.25, 0.5, 1, 2, 4, 8, 16};

  private final List<Bar> bars = new ArrayList<>();

  private record Bar(String label, double measured, Target target) {
    double times() {
      return Math.min(MAX_TIMES, Math.max(MIN_TIMES, unlimited()));
    }

    private double unlimited() {
      if (target.upwards()) {
        return measured / target.limit();
      }
      // A cost of nothing or less, which is possible within the spread, is as good as can be.
      return measured <= 0 ? MAX_TIMES : target.limit() / measured;
    }

    boolean isMet() {
      return target.isMet(measured);
    }
  }

  /** Adds a bar below the others. */
  void add(String label, double measured, Target target) {
    bars.add(new Bar(label, measured, target));
  }

  /** Adds a bar, and returns the target and whether it was met, in words. */
  public String judge(String label, double measured, Target target) {
    add(label, measured, target);
    return target.judge(measured);
  }

  /** Whether nothing with a target was measured. */
  public boolean isEmpty() {
    return bars.isEmpty();
  }

  /** The whole drawing. */
  public String svg(String title) {
    StringBuilder svg = new StringBuilder();
    int height = TOP + bars.size() * ROW_HEIGHT + BOTTOM;
    svg.append(
        String.format(
            Locale.ROOT,
            """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" font-family="sans-serif" font-size="12">
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        <text x="16" y="24" font-size="16" font-weight="bold" fill="#1f2328">%3$s</text>
        <text x="16" y="44" fill="#59636e">How many times better than its target; right of the line the target is met.</text>
        <text x="%4$d" y="44" fill="#59636e">measured (target)</text>
        """,
            WIDTH,
            height,
            escaped(title),
            FIGURE_LEFT));
    for (double tick : TICKS) {
      svg.append(tick(tick, height));
    }
    for (int i = 0; i < bars.size(); i++) {
      svg.append(row(bars.get(i), TOP + i * ROW_HEIGHT));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String tick(double times, int height) {
    return String.format(
        Locale.ROOT,
        """
        <line x1="%1$.1f" y1="%2$d" x2="%1$.1f" y2="%3$d" stroke="%4$s" stroke-width="%5$d"/>
        <text x="%1$.1f" y="%6$d" text-anchor="middle" fill="#59636e">%7$s×</text>
        """,
        x(times),
        TOP - 8,
        height - BOTTOM + 4,
        times == 1 ? "#1f2328" : "#d1d9e0",
        times == 1 ? 2 : 1,
        height - BOTTOM + 20,
        plain(times));
  }

  private static String row(Bar bar, int top) {
    double from = Math.min(x(1), x(bar.times()));
    double to = Math.max(x(1), x(bar.times()));
    int baseline = top + ROW_HEIGHT / 2 + 4;
    return String.format(
        Locale.ROOT,
        """
        <text x="%1$d" y="%2$d" text-anchor="end" fill="#1f2328">%3$s</text>
        <rect x="%4$.1f" y="%5$d" width="%6$.1f" height="%7$d" fill="%8$s"/>
        <text x="%9$d" y="%2$d" fill="%8$s" font-weight="bold">%10$s</text>
        """,
        LABEL_WIDTH - 10,
        baseline,
        escaped(shortened(bar.label())),
        from,
        top + (ROW_HEIGHT - BAR_HEIGHT) / 2,
        Math.max(1, to - from),
        BAR_HEIGHT,
        bar.isMet() ? "#1a7f37" : "#bc4c00",
        FIGURE_LEFT,
        escaped(figure(bar)));
  }

  /** On a scale of logarithms, so that twice as good is as far as half as good. */
  private static double x(double times) {
    double share = Math.log(times / MIN_TIMES) / Math.log(MAX_TIMES / MIN_TIMES);
    return LABEL_WIDTH + share * (WIDTH - FIGURE_WIDTH - LABEL_WIDTH);
  }

  private static String figure(Bar bar) {
    return String.format(
        Locale.ROOT,
        "%.2f (%s %.2f)",
        bar.measured(),
        bar.target().upwards() ? "≥" : "≤",
        bar.target().limit());
  }

  private static String plain(double times) {
    return times < 1
        ? String.format(Locale.ROOT, "%.2f", times).replaceAll("0$", "")
        : String.format(Locale.ROOT, "%.0f", times);
  }

  private static String shortened(String label) {
    return label.length() <= MAX_LABEL_CHARACTERS
        ? label
        : label.substring(0, MAX_LABEL_CHARACTERS - 1) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

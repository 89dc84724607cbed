package dev.semel.testing.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The seeds of a test that states facts about any input. Those that are kept stand in a resource
 * beside the class, one per line, with what each is kept for behind a {@code #}.
 *
 * <pre>{@code
 * @ParameterizedClass
 * @MethodSource("seeds")
 * class ParserFuzzTest {
 *   static List<Long> seeds() {
 *     return Seeds.of(ParserFuzzTest.class); // reads ParserFuzzTest.seeds
 *   }
 *
 *   ParserFuzzTest(long seed) { … }
 * }
 * }</pre>
 *
 * <p><b>Guarantee:</b> unless told otherwise, the same seeds each time. With {@code
 * -Dsemel.fuzz.fresh=200} so many that nobody has tried come after them; with {@code
 * -Dsemel.fuzz.seed=…} there is that one alone. A seed that has found something is kept.
 */
public final class Seeds {
  /** How many fresh ones there are; none unless told. */
  public static final String FRESH_PROPERTY = "semel.fuzz.fresh";

  /** The only one. */
  public static final String ONLY_PROPERTY = "semel.fuzz.seed";

  private Seeds() {}

  /**
   * The seeds of a test.
   *
   * @throws IllegalArgumentException if none are kept, or a line is no number
   */
  public static List<Long> of(Class<?> test) {
    Long only = Long.getLong(ONLY_PROPERTY);
    if (only != null) {
      return List.of(only);
    }
    List<Long> seeds = new ArrayList<>(kept(test));
    RandomGenerator random = RandomGenerator.getDefault();
    for (int fresh = Integer.getInteger(FRESH_PROPERTY, 0); fresh > 0; fresh--) {
      seeds.add(random.nextLong());
    }
    return List.copyOf(seeds);
  }

  private static List<Long> kept(Class<?> test) {
    String name = test.getSimpleName() + ".seeds";
    try (InputStream resource = test.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalArgumentException(
            "there is no resource %s beside %s; keep at least one seed in it"
                .formatted(name, test.getName()));
      }
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .map(Long::valueOf)
          .toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " has a line that is no number", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}

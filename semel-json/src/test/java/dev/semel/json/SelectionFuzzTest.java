package dev.semel.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.fuzz.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Selecting in a document is selecting in its tree. A failure names its seed. */
@ParameterizedClass
@MethodSource("seeds")
class SelectionFuzzTest {
  private static final int ROUNDS = 1000;
  private static final int LEVELS = 4;

  private final long seed;
  private final Random random;
  private final RandomJson values;
  private final JsonFingerprinter<byte[]> document = SemelJson.standard().document();

  SelectionFuzzTest(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.values = new RandomJson(random);
  }

  static List<Long> seeds() {
    return Seeds.of(SelectionFuzzTest.class);
  }

  /**
   * A place in a tree: the container, the name or index there, and the pointer that leads to it.
   */
  private record Place(Object container, Object step, String pointer) {
    @Nullable Object value() {
      return container instanceof List<?> array
          ? array.get((Integer) step)
          : ((Map<?, ?>) container).get(step);
    }

    void remove() {
      if (container instanceof List<?> array) {
        array.remove((int) (Integer) step);
      } else {
        ((Map<?, ?>) container).remove(step);
      }
    }
  }

  private static List<Place> places(@Nullable Object container, String pointer) {
    List<Place> found = new ArrayList<>();
    for (Object step : steps(container)) {
      String token = step.toString().replace("~", "~0").replace("/", "~1");
      Place place = new Place(container == null ? "" : container, step, pointer + "/" + token);
      found.add(place);
      found.addAll(places(place.value(), place.pointer));
    }
    return found;
  }

  private static List<?> steps(@Nullable Object container) {
    if (container instanceof Map<?, ?> object) {
      return List.copyOf(object.keySet());
    }
    return container instanceof List<?> array
        ? IntStream.range(0, array.size()).boxed().toList()
        : List.of();
  }

  @Test
  void excludingAPlaceIsRemovingItFromTheTree() {
    for (int round = 0; round < ROUNDS; round++) {
      Object tree = values.object(LEVELS);
      List<Place> places = places(tree, "");
      if (!places.isEmpty()) {
        Place place = places.get(random.nextInt(places.size()));
        String json = Spelling.of(tree, random);
        place.remove();
        assertThat(document.excluding(place.pointer).canonical(json.getBytes(UTF_8)))
            .as("seed %d, %s in %s", seed, place.pointer, json)
            .asString(UTF_8)
            .isEqualTo(ReferenceForm.of(tree));
      }
    }
  }

  @Test
  void onlyAPlaceIsWhatTheTreeHasThere() {
    for (int round = 0; round < ROUNDS; round++) {
      Object tree = values.object(LEVELS);
      String json = Spelling.of(tree, random);
      for (Place place : places(tree, "")) {
        assertThat(document.only(place.pointer).canonical(json.getBytes(UTF_8)))
            .as("seed %d, %s in %s", seed, place.pointer, json)
            .asString(UTF_8)
            .isEqualTo("[[" + ReferenceForm.of(place.value()) + "]]");
      }
    }
  }
}

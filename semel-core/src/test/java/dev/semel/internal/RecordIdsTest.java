package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IntentId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordIdsTest {
  @Test
  void idsAreVersion7AndDiffer() {
    RecordIds ids = new RecordIds();
    Set<UUID> made = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      made.add(ids.next());
    }

    assertThat(made).hasSize(10_000).allSatisfy(id -> assertThat(id.version()).isEqualTo(7));
    assertThat(made).allSatisfy(id -> assertThat(id.variant()).isEqualTo(2));
  }

  @Test
  void aHintIsForgottenRatherThanWrong() {
    Recents recents = new Recents();
    for (int i = 0; i < 100_000; i++) {
      recents.settled(IntentId.of("acme", "op", "k" + i));
    }

    assertThat(recents.contains(IntentId.of("acme", "op", "k99999"))).isTrue();
    assertThat(recents.contains(IntentId.of("acme", "op", "never seen"))).isFalse();
  }

  @Test
  void manyAreRememberedAtOnce() {
    Recents recents = new Recents();
    List<IntentId> intents =
        IntStream.range(0, 100).mapToObj(i -> IntentId.of("acme", "op", "k" + i)).toList();
    intents.forEach(recents::settled);

    assertThat(intents.stream().filter(recents::contains)).hasSizeGreaterThan(90);
  }
}

package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WhyNotTest {
  @Test
  void everyPlightThatAnEntryIsSparedHasAReason() {
    for (Entry entry : Entry.all()) {
      Set<Plight> spared = EnumSet.complementOf(EnumSet.copyOf(entry.plights()));
      for (Plight plight : spared) {
        assertThat(WhyNot.of(entry, plight).reason()).as(entry.name()).isNotBlank();
      }
    }
  }
}

package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.bench.contender.Kind;
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

  @Test
  void anOutboxThatNeedsWhatIsNotHereIsNotTriedRatherThanNotApplicable() {
    Entry eventuate =
        Entry.all().stream()
            .filter(entry -> entry.kind() == Kind.EVENTUATE)
            .findFirst()
            .orElseThrow();

    assertThat(WhyNot.of(eventuate, Plight.OPEN).isApplicable()).isTrue();
    assertThat(WhyNot.of(eventuate, Plight.DELIVERY).reason()).contains("Eventuate CDC");
  }
}

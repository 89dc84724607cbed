package dev.semel.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SeedsTest {
  @Test
  void keptSeedsComeInTheirOrderWithoutWhatTheyAreKeptFor() {
    assertThat(Seeds.of(SeedsTest.class)).startsWith(7L, -9L);
  }

  @Test
  void aTestWithoutKeptSeedsIsToldWhatToDo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Seeds.of(Seeds.class))
        .withMessageContaining("keep at least one seed");
  }
}

package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeterministicIdTest {
  private static final UUID DNS = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

  @Test
  void version5AgreesWithOtherLanguages() {
    assertThat(DeterministicId.version5(DNS, "www.example.com"))
        .hasToString("2ed6657d-e927-568b-95e1-2665a8aea6a2");
  }

  @Test
  void partsAreKeptApart() {
    assertThat(DeterministicId.of("a", "bc")).isNotEqualTo(DeterministicId.of("ab", "c"));
    assertThat(DeterministicId.of("a", "bc")).isEqualTo(DeterministicId.of("a", "bc"));
    assertThat(DeterministicId.of("a").version()).isEqualTo(8);
    assertThat(DeterministicId.of("a").variant()).isEqualTo(2);
  }

  // Computed with another language: four bytes of length, then the part.
  @Test
  void anIdStaysTheSameFromReleaseToRelease() {
    assertThat(DeterministicId.of("a", "bc")).hasToString("b534ce16-ac9c-8b36-823f-39a395ce8e0e");
  }
}

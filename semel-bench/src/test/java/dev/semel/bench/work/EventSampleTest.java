package dev.semel.bench.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventSampleTest {
  @Test
  void aPayloadIsKnownByItsNumber() {
    assertThat(EventSample.numberOf(EventSample.payload(4_711))).isEqualTo(4_711);
  }

  @Test
  void theDatabaseMayWriteItInAnotherWay() {
    assertThat(EventSample.numberOf("{\"urgent\": false, \"number\": 17}")).isEqualTo(17);
  }

  @Test
  void anotherPayloadHasNone() {
    assertThat(EventSample.numberOf("{\"amount_cents\": 1250}")).isNegative();
  }
}

package dev.semel.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamSettingsTest {
  @Test
  void nonsenseIsRefusedWithTheSettingAndTheLimit() {
    StreamSettings standard = StreamSettings.standard();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> standard.heartbeat(Duration.ZERO))
        .withMessageContaining("heartbeat");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> standard.maxEvents(1))
        .withMessageContaining("max events is 1; give 2 to 1000000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> standard.maxLagBytes(0))
        .withMessageContaining("max lag bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> standard.maxEventBytes(1))
        .withMessageContaining("max event bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DirectConnection.to("", 5432, "casework", "relay", "secret"))
        .withMessageContaining("host");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DirectConnection.to("localhost", 0, "casework", "relay", "secret"))
        .withMessageContaining("port");
  }

  @Test
  void aSlotIsNamedAfterItsRelay() {
    assertThat(SlotNames.of("cases")).isEqualTo("semel_cases");
    assertThat(SlotNames.of("Cases")).matches("semel_cases_[0-9a-f]{8}");
    assertThat(SlotNames.of("x".repeat(100))).hasSize(63);
    assertThat(SlotNames.of("a b")).isNotEqualTo(SlotNames.of("a-b"));
  }

  @Test
  void aPlaceInTheLogIsWrittenAsTheServerWritesIt() {
    assertThat(Lsn.furthest(Map.of("lsn_commit", 0x1_0000_0002L, "lsn_proc", 5L))).isEqualTo("1/2");
    assertThat(Lsn.furthest(Map.of("lsn_proc", 0x2A2BA18L))).isEqualTo("0/2A2BA18");
  }
}

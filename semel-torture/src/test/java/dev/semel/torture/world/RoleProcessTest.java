package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoleProcessTest {
  private final Locale usual = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(usual);
  }

  @Test
  void aPauseIsWrittenForAShellWhateverTheLocale() {
    Locale.setDefault(Locale.GERMANY);

    assertThat(RoleProcess.pauseScript(7, Duration.ofMillis(3_500)))
        .isEqualTo("trap '' INT HUP; kill -STOP 7 && sleep 3.500; kill -CONT 7");
  }
}

package dev.semel.testing.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PostgresSettingsTest {

  @Test
  void changedSettingsLeaveTheOriginalAlone() {
    PostgresSettings original = PostgresSettings.durable();
    PostgresSettings changed = original.with("fsync", "off").with("wal_level", "logical");

    assertThat(original.server()).containsEntry("fsync", "on").doesNotContainKey("wal_level");
    assertThat(changed.server())
        .containsEntry("fsync", "off")
        .containsEntry("wal_level", "logical");
  }

  @Test
  void everyServerCommitsSynchronously() {
    assertThat(PostgresSettings.durable().server()).containsEntry("synchronous_commit", "on");
    assertThat(PostgresSettings.fast().server()).containsEntry("synchronous_commit", "on");
  }

  @Test
  void aKeptFolderIsAbsoluteWhateverTheWorkingDirectoryBecomes() {
    assertThat(PostgresSettings.fast().keptIn(Path.of("target", "x")).folder()).isAbsolute();
    assertThat(PostgresSettings.fast().folder()).isNull();
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PostgresSettings.fast().with("work mem", "1MB"))
        .withMessageContaining("work mem");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PostgresSettings.fast().with("work_mem", "1MB\nfsync=on"))
        .withMessageContaining("single lines");
  }
}

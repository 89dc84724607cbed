package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldIT {
  @TempDir Path folder;

  /** The servers of other tests stay; what this one starts must not. */
  private static Set<String> servers() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("postgres"))
        .map(process -> Long.toString(process.pid()))
        .collect(Collectors.toSet());
  }

  @Test
  void aWorldThatCannotStartEndsWhatItHadStarted() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("file"), "no folder");
    Set<String> before = servers();

    assertThatThrownBy(() -> World.start(new Cast(2, 1, 1, false, false), noFolder))
        .isInstanceOf(RuntimeException.class);

    assertThat(servers()).isSubsetOf(before);
  }
}

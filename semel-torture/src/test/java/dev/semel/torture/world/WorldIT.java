package dev.semel.torture.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldIT {
  @TempDir Path folder;

  @Test
  @Tag("thorough")
  void aWorldThatCannotStartEndsWhatItHadStarted() throws IOException {
    Path noFolder = Files.writeString(folder.resolve("file"), "no folder");
    AtomicBoolean first = new AtomicBoolean();
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    parts.push(() -> first.set(true));

    assertThatThrownBy(() -> World.start(new Cast(2, 1, 1, false, false), noFolder, parts))
        .isInstanceOf(RuntimeException.class);

    assertThat(first).isTrue();
    assertThat(parts).isEmpty();
  }
}

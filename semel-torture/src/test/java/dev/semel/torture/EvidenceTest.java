package dev.semel.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.torture.load.HistoryWriter;
import dev.semel.torture.report.Progress;
import dev.semel.torture.world.RunFolder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Progress progress = Progress.to(new PrintStream(err, true, StandardCharsets.UTF_8));
  private final List<RunFolder> folders = new ArrayList<>();

  @AfterEach
  void delete() {
    folders.forEach(RunFolder::delete);
  }

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aRunThatFailsSaysWhereItsHistoryIs() {
    assertThatThrownBy(() -> Evidence.of(this::fail, progress)).hasMessage("no port is free");

    assertThat(folders).singleElement().satisfies(folder -> assertThat(folder.path()).exists());
    assertThat(told()).contains("history and logs: " + folders.get(0).path());
  }

  private String fail(RunFolder folder, HistoryWriter history) {
    folders.add(folder);
    throw new IllegalStateException("no port is free");
  }

  @Test
  void aRunThatIsCarriedOutSaysNothing() throws InterruptedException {
    String result =
        Evidence.of(
            (folder, history) -> {
              folders.add(folder);
              return "done";
            },
            progress);

    assertThat(result).isEqualTo("done");
    assertThat(told()).isEmpty();
  }
}

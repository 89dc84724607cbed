package dev.semel.bench.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.net.RequestFate;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CommitWatcherTest {
  private final AtomicInteger stops = new AtomicInteger();
  private final CommitWatcher watcher =
      new CommitWatcher(CommittedRow.JOB.table(), stops::incrementAndGet);

  @Test
  void theCommitOfTheRowIsFoundHoweverTheInsertIsWritten() {
    watcher.decide("BEGIN");
    watcher.decide("insert into jobrunr_jobs (id) values ($1)");
    assertThat(stops).hasValue(0);

    assertThat(watcher.decide("COMMIT")).isNotSameAs(RequestFate.pass());
    assertThat(stops).hasValue(1);
  }

  @Test
  void otherCommitsPass() {
    watcher.decide("BEGIN");
    watcher.decide("UPDATE jobrunr_jobs SET version = $1");

    assertThat(watcher.decide("COMMIT")).isSameAs(RequestFate.pass());
    assertThat(stops).hasValue(0);
  }
}

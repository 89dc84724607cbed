package dev.semel.torture.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.relay.Eventually;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.load.Crowd.Asked;
import dev.semel.torture.world.World;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients at a bank that accepts them and says nothing. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CrowdTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private final Desk desk = new Desk(2, new Accounts());
  private ServerSocket bank;
  private HistoryWriter history;
  private Crowd crowd;

  @BeforeEach
  void open() throws IOException {
    World.TENANTS.forEach(tenant -> desk.accounts().add(tenant, "1"));
    bank = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    history = new HistoryWriter(folder.resolve("history.jsonl"));
    crowd = new Crowd(List.of(bank.getLocalPort(), bank.getLocalPort()), desk, history);
  }

  @AfterEach
  void close() throws IOException {
    crowd.close();
    history.close();
    bank.close();
  }

  @Test
  void aClientThatBreaksOffIsTold() throws InterruptedException {
    history.close();

    crowd.start(2, 1);
    while (crowd.leftovers().stuck().size() < 2 && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
    crowd.stop();

    assertThat(crowd.leftovers().stuck())
        .hasSize(2)
        .anyMatch(words -> words.startsWith("client c0 broke off: "))
        .anyMatch(words -> words.startsWith("client c1 broke off: "));
    assertThat(crowd.leftovers().lookedAt()).isEqualTo(2);
  }

  @Test
  void anAnswerThatIsAskedForAgainAndDoesNotComeIsTold() throws InterruptedException {
    desk.done(
        new Pursuit(new IntentName("acme", Op.TRANSFER, "k-1"), new Payload("1", "2", 30), 0));
    history.close();

    Asked asked = crowd.askAgain(Round.LAST, MINUTE);

    assertThat(asked).isEqualTo(new Asked(1, 0));
    assertThat(crowd.leftovers().stuck())
        .hasSize(2)
        .anyMatch(words -> words.matches("client d\\d broke off: .*"))
        .contains("1 of 1 answers asked for in round LAST never came");
  }

  @Test
  void whenTimeIsOverNobodyIsAskedAnyMore() throws InterruptedException {
    desk.putAside(
        new Pursuit(new IntentName("acme", Op.TRANSFER, "k-1"), new Payload("1", "2", 30), 0));

    crowd.askForWhatIsLeft(Duration.ZERO);

    assertThat(crowd.leftovers().stuck())
        .containsExactly("1 of 1 answers asked for in round FIRST never came");
  }

  @Test
  void closingEndsClientsWhereverTheyAre() throws IOException {
    crowd.start(2, 1);
    try (Socket waiting = bank.accept()) {
      crowd.close();

      assertThat(waiting.isBound()).isTrue();
      Eventually.holds("clients have ended", CrowdTest::hasNoClients);
    }
    assertThat(crowd.leftovers().stuck()).isEmpty();
  }

  /** A thread of a pool that has ended may still be on its way out. */
  private static boolean hasNoClients() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .noneMatch(name -> name.startsWith("client ") || name.equals("twin"));
  }
}

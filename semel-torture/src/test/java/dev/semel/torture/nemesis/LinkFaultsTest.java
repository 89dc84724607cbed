package dev.semel.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.net.Direction;
import dev.semel.testing.net.FaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nobody runs into has not happened. */
class LinkFaultsTest {
  private final AtomicLong counted = new AtomicLong();
  private ServerSocket server;
  private FaultProxy link;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    link = FaultProxy.to("127.0.0.1", server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    server.close();
  }

  static Stream<BiConsumer<LinkFaults, FaultProxy>> cuts() {
    return Stream.of(LinkFaults::cutOnce, (faults, link) -> faults.cut(List.of(link)));
  }

  static Stream<BiConsumer<LinkFaults, FaultProxy>> disturbances() {
    return Stream.of(
        (faults, link) -> faults.delay(List.of(link)),
        (faults, link) -> faults.swallow(List.of(link), Direction.TO_SERVER),
        (faults, link) -> faults.swallow(List.of(link), Direction.TO_CLIENT));
  }

  private LinkFaults linkFaults(BooleanSupplier isTooLate) {
    PlannedFault fault = new PlannedFault(0, FaultKind.CUT_CLIENTS, 0, 1, 1);
    return new LinkFaults(fault, (kind, times) -> counted.addAndGet(times), isTooLate);
  }

  @ParameterizedTest
  @MethodSource({"cuts", "disturbances"})
  void aFaultOfALinkThatNobodyUsesDoesNotCount(BiConsumer<LinkFaults, FaultProxy> fault) {
    fault.accept(linkFaults(() -> true), link);

    assertThat(counted).hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aCutOfALinkThatIsOpenCountsOnce(BiConsumer<LinkFaults, FaultProxy> fault)
      throws IOException {
    strikeWhileOpen(fault);
    assertThat(counted).hasValue(1);
  }

  /** Nobody says anything meanwhile. */
  private void strikeWhileOpen(BiConsumer<LinkFaults, FaultProxy> fault) throws IOException {
    try (Socket client = new Socket(link.host(), link.port());
        Socket accepted = server.accept()) {
      fault.accept(linkFaults(() -> true), link);

      assertThat(accepted.isBound()).isTrue();
      assertThat(client.isBound()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void whatNobodySaysIsNeitherLateNorLost(BiConsumer<LinkFaults, FaultProxy> fault)
      throws IOException {
    strikeWhileOpen(fault);
    assertThat(counted).hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("disturbances")
  void whatIsSaidMeanwhileIsLateOrLostAndCountsOnce(BiConsumer<LinkFaults, FaultProxy> fault)
      throws IOException {
    try (Socket client = new Socket(link.host(), link.port());
        Socket accepted = server.accept()) {
      // Asked each time it looks whether somebody has met the fault.
      fault.accept(linkFaults(() -> !say(client) || !say(accepted)), link);
    }
    assertThat(counted).hasValue(1);
  }

  private static boolean say(Socket socket) {
    try {
      socket.getOutputStream().write('x');
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

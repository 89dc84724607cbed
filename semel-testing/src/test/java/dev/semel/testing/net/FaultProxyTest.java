package dev.semel.testing.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The faults that need no knowledge of the protocol, on a server that only echoes. */
class FaultProxyTest {

  private static final int READ_LIMIT_MILLIS = 30_000;
  private static final int A_MOMENT_MILLIS = 50;

  private EchoServer server;
  private FaultProxy proxy;

  @BeforeEach
  void startServerAndProxy() throws IOException {
    server = new EchoServer();
    proxy = FaultProxy.to(server.host(), server.port());
  }

  @AfterEach
  void stopServerAndProxy() {
    proxy.close();
    server.close();
  }

  @Test
  void bytesPassUnchangedAndAreCounted() throws IOException {
    byte[] sent = new byte[300_000];
    for (int i = 0; i < sent.length; i++) {
      sent[i] = (byte) (i * 31);
    }
    try (Socket client = connect()) {
      Threads.startDaemon("sender", () -> send(client, sent));
      assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
    assertThat(proxy.byteCount(Direction.TO_SERVER)).isEqualTo(sent.length);
    assertThat(proxy.byteCount(Direction.TO_CLIENT)).isGreaterThanOrEqualTo(sent.length);
    assertThat(proxy.connectionCount()).isEqualTo(1);
    assertThat(proxy.readyForQueryCount()).isZero();
    assertThat(proxy.delayedByteCount(Direction.TO_SERVER)).isZero();
    assertThat(proxy.swallowedByteCount(Direction.TO_SERVER)).isZero();
  }

  @Test
  void theEndOfTheClientsStreamReachesTheServerAndItsLastWordsReachTheClient() throws IOException {
    try (Socket client = connect()) {
      send(client, "hello");
      client.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).asString(US_ASCII).isEqualTo("hellobye");
    }
    await().until(() -> proxy.openConnectionCount() == 0);
  }

  @Test
  void aConnectionIsCutRightAfterTheBytesToTheServer() throws IOException {
    Fault fault = proxy.cutAfterBytes(Direction.TO_SERVER, 7);
    try (Socket client = connect()) {
      send(client, "0123");
      assertThat(client.getInputStream().readNBytes(4)).hasSize(4);
      send(client, "456789");
      fault.awaitFired();
      assertEnds(client);
    }
    await().until(() -> server.endedStreams() == 1);
    assertThat(server.receivedBytes()).isEqualTo(7);
    assertThat(proxy.byteCount(Direction.TO_SERVER)).isEqualTo(7);
    assertThat(fault.firedCount()).isEqualTo(1);
  }

  @Test
  void aConnectionIsCutRightAfterTheBytesToTheClient() throws IOException {
    proxy.cutAfterBytes(Direction.TO_CLIENT, 3);
    try (Socket client = connect()) {
      send(client, "0123456789");
      proxy.awaitFired();
      assertThat(client.getInputStream().readNBytes(3)).asString(US_ASCII).isEqualTo("012");
      assertEnds(client);
    }
    assertThat(proxy.byteCount(Direction.TO_CLIENT)).isEqualTo(3);
  }

  @Test
  void zeroBytesCutBeforeTheFirst() throws IOException {
    Fault fault = proxy.cutAfterBytes(Direction.TO_SERVER, 0);
    try (Socket client = connect()) {
      send(client, "0");
      fault.awaitFired();
    }
    assertThat(proxy.byteCount(Direction.TO_SERVER)).isZero();
  }

  @Test
  void onlyBytesSinceTheFaultWasSetCountAndItFiresOnce() throws IOException {
    try (Socket client = connect();
        Socket other = connect()) {
      assertEchoes(client, "0123456789");
      Fault fault = proxy.cutAfterBytes(Direction.TO_SERVER, 4);
      assertEchoes(client, "abc");
      send(client, "d");
      fault.awaitFired();
      assertEnds(client);
      assertEchoes(other, "0123456789");
      assertThat(fault.firedCount()).isEqualTo(1);
    }
  }

  @Test
  void cuttingAllEndsOpenConnectionsAndWelcomesNewOnes() throws IOException {
    try (Socket one = connect();
        Socket two = connect()) {
      assertEchoes(one, "one");
      assertEchoes(two, "two");
      proxy.cutAll();
      assertEnds(one);
      assertEnds(two);
    }
    try (Socket three = connect()) {
      assertEchoes(three, "three");
    }
  }

  @Test
  void newConnectionsAreRefusedUntilHealed() throws IOException {
    try (Socket open = connect()) {
      assertEchoes(open, "before");
      proxy.refuseNew();
      assertThatIOException().isThrownBy(() -> useNewConnection());
      assertEchoes(open, "still");
      proxy.heal();
      useNewConnection();
    }
    assertThat(proxy.connectionCount()).isEqualTo(2);
  }

  @Test
  void delayedBytesArriveWhenHealed() throws IOException {
    try (Socket client = connect()) {
      proxy.delay(Direction.TO_CLIENT, Duration.ofHours(1));
      send(client, "late");
      await().until(() -> server.receivedBytes() == 4);
      assertSilent(client);
      await().until(() -> proxy.delayedByteCount(Direction.TO_CLIENT) == 4);
      proxy.heal();
      assertThat(client.getInputStream().readNBytes(4)).asString(US_ASCII).isEqualTo("late");
    }
    assertThat(proxy.delayedByteCount(Direction.TO_SERVER)).isZero();
  }

  @Test
  void aBlackHoleTakesBytesAndKeepsTheConnectionOpen() throws IOException {
    try (Socket client = connect()) {
      assertEchoes(client, "before");
      proxy.blackHole(Direction.TO_SERVER);
      send(client, "lost");
      assertSilent(client);
      assertThat(server.receivedBytes()).isEqualTo("before".length());
      await().until(() -> proxy.swallowedByteCount(Direction.TO_SERVER) == 4);
      assertThat(proxy.swallowedByteCount(Direction.TO_CLIENT)).isZero();
      assertThat(proxy.openConnectionCount()).isEqualTo(1);
      proxy.heal();
      assertEnds(client);
    }
    useNewConnection();
  }

  @Test
  void aHalfCloseEndsOneDirectionOnly() throws IOException {
    try (Socket client = connect()) {
      assertEchoes(client, "before");
      proxy.halfClose(Direction.TO_SERVER);
      assertThat(client.getInputStream().readNBytes(3)).asString(US_ASCII).isEqualTo("bye");
    }
    await().until(() -> server.endedStreams() == 1);
  }

  @Test
  void aServerThatIsDownLooksToTheClientLikeACutConnection() throws IOException {
    try (FaultProxy toNobody = FaultProxy.to(server.host(), FreePorts.pick());
        Socket client = connect(toNobody)) {
      assertEnds(client);
      await().until(() -> toNobody.openConnectionCount() == 0);
    }
  }

  @Test
  void closingTheProxyEndsEverything() throws IOException {
    try (Socket client = connect()) {
      assertEchoes(client, "before");
      proxy.close();
      assertEnds(client);
    }
    assertThatIOException().isThrownBy(this::connect);
  }

  @Test
  void nonsenseIsRefusedAtOnce() {
    assertThatIllegalArgumentException().isThrownBy(() -> proxy.onMessage(""));
    assertThatIllegalArgumentException().isThrownBy(() -> proxy.onMessage("COMMIT").times(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> proxy.cutAfterBytes(Direction.TO_SERVER, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> proxy.delay(Direction.TO_SERVER, Duration.ofMillis(-1)));
  }

  private Socket connect() throws IOException {
    return connect(proxy);
  }

  private static Socket connect(FaultProxy proxy) throws IOException {
    Socket socket = new Socket(proxy.host(), proxy.port());
    socket.setSoTimeout(READ_LIMIT_MILLIS);
    return socket;
  }

  private void useNewConnection() throws IOException {
    try (Socket client = connect()) {
      assertEchoes(client, "new");
    }
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(US_ASCII));
  }

  private static void send(Socket client, byte[] bytes) {
    try {
      client.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertEchoes(Socket client, String text) throws IOException {
    send(client, text);
    byte[] echo = client.getInputStream().readNBytes(text.length());
    if (echo.length < text.length()) {
      throw new IOException("the connection ended");
    }
    assertThat(echo).asString(US_ASCII).isEqualTo(text);
  }

  /** The stream ends, and not because of a time limit; an echo on its way may come before that. */
  private static void assertEnds(Socket client) {
    try {
      client.getInputStream().readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection is still open", e);
    } catch (IOException e) {
      // A reset is an end too.
    }
  }

  private static void assertSilent(Socket client) throws IOException {
    client.setSoTimeout(A_MOMENT_MILLIS);
    assertThatIOException()
        .isThrownBy(() -> client.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    client.setSoTimeout(READ_LIMIT_MILLIS);
  }
}

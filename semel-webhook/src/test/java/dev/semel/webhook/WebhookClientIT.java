package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookClientIT {
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);
  private static final String REBOUND = "rebound.example.org";

  private final TestEndpoint endpoint = new TestEndpoint();
  private final WebhookClient client =
      WebhookClient.builder().policy(WebhookFixture.local()).build();

  @AfterEach
  void close() {
    client.close();
    endpoint.close();
  }

  private static Reply post(WebhookClient client, URI url) throws IOException {
    return client.post(url, Map.of("X-Test", "yes"), BODY);
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getAllByName(literal)[0];
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRequestIsSentAsItIs() throws IOException {
    Reply reply = post(client, URI.create("http://127.0.0.1:" + endpoint.port() + "/a%20b?c=%2Fd"));

    assertThat(reply).isEqualTo(new Reply(200, null, ""));
    Received request = endpoint.requests().get(0);
    assertThat(request.path()).isEqualTo("/a%20b?c=%2Fd");
    assertThat(request.header("host")).isEqualTo("127.0.0.1:" + endpoint.port());
    assertThat(request.header("x-test")).isEqualTo("yes");
    assertThat(request.body()).isEqualTo("{}");
  }

  @Test
  void theLocalMachineIsRefusedUnlessAllowed() {
    try (WebhookClient standard =
        WebhookClient.builder().policy(EgressPolicy.standard().allowingPlainHttp()).build()) {
      assertThatThrownBy(() -> post(standard, endpoint.url()))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("no address that requests may go to");
    }
    assertThat(endpoint.requests()).isEmpty();
  }

  @Test
  void aHostThatIsNotKnownIsSaidToBe() {
    HostResolver nowhere =
        host -> {
          throw new UnknownHostException(host);
        };
    try (WebhookClient lost =
        WebhookClient.builder().policy(WebhookFixture.local()).resolver(nowhere).build()) {
      assertThatThrownBy(() -> post(lost, endpoint.url()))
          .isInstanceOf(UnknownHostException.class)
          .hasMessageContaining("is not known; see that it is spelt right");
    }
  }

  /** A name that is public when it is checked, and private when it is looked up again. */
  @Test
  void theAddressThatWasCheckedIsTheOneConnectedTo() {
    AtomicInteger asked = new AtomicInteger();
    HostResolver rebinding =
        host -> List.of(asked.incrementAndGet() == 1 ? address("192.0.2.1") : address("127.0.0.1"));
    EgressPolicy onlyTheFirst =
        EgressPolicy.standard().allowingPlainHttp().allowing("192.0.2.0/24");
    try (WebhookClient rebound =
        WebhookClient.builder()
            .policy(onlyTheFirst)
            .resolver(rebinding)
            .connectTimeout(Duration.ofMillis(200))
            .build()) {
      URI url = URI.create("http://%s:%d/".formatted(REBOUND, endpoint.port()));
      assertThatThrownBy(() -> post(rebound, url)).isInstanceOf(ConnectException.class);
      assertThat(asked).as("looked up once per attempt").hasValue(1);
      assertThatThrownBy(() -> post(rebound, url))
          .hasMessageContaining("no address that requests may go to");
      assertThat(asked).hasValue(2);
    }
    assertThat(endpoint.requests()).isEmpty();
  }

  @Test
  void ofSeveralAddressesOnlyThoseAllowedAreTried() throws IOException {
    HostResolver both = host -> List.of(address("10.0.0.1"), address("127.0.0.1"));
    try (WebhookClient mixed =
        WebhookClient.builder().policy(WebhookFixture.local()).resolver(both).build()) {
      post(mixed, URI.create("http://%s:%d/".formatted(REBOUND, endpoint.port())));
    }
    assertThat(endpoint.requests().get(0).header("host"))
        .isEqualTo(REBOUND + ":" + endpoint.port());
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) throws IOException {
    endpoint.answering(
        request -> TestEndpoint.Answer.of(status).with("Location", endpoint.url() + "/elsewhere"));

    assertThat(post(client, endpoint.url()).status()).isEqualTo(status);
    assertThat(endpoint.requests()).hasSize(1);
  }

  @Test
  void theStartOfTheAnswerIsReadAndNoMore() throws IOException {
    endpoint.answering(request -> TestEndpoint.Answer.of(500).saying("no room ".repeat(100_000)));

    assertThat(post(client, endpoint.url()).start())
        .startsWith("no room no room")
        .hasSize(8 * 1024);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 200 OK\\r\\n\\r\\n                                                             | 200 | ''",
        "HTTP/1.0 204\\r\\n\\r\\n                                                                | 204 | ''",
        "HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.1 201 Created\\r\\nContent-Length: 2\\r\\n\\r\\nok  | 201 | ok",
        "HTTP/1.1 500 No\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nab \\r\\n2;x=y\\r\\ncd\\r\\n0\\r\\n\\r\\n | 500 | ab cd",
        "HTTP/1.1 500 No\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\nab                       | 500 | ''",
        "HTTP/1.1 503 No\\nContent-Length: 99\\n\\nshort                                            | 503 | short",
        "HTTP/1.1 503 No\\r\\nContent-Length: nonsense\\r\\n\\r\\nall                              | 503 | all"
      })
  void whateverIsAnsweredTheStatusCounts(String answer, int status, String start)
      throws IOException {
    try (RawServer server =
        RawServer.saying(
            answer.replace("\\r", "\r").replace("\\n", "\n").stripTrailing()
                + (start.isEmpty() ? "\r\n\r\n" : ""))) {
      Reply reply = post(client, server.url());

      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.start().strip()).isEqualTo(start);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/1.1 200",
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 999 X\r\n\r\n"
      })
  void whatIsNoAnswerIsAFailure(String answer) {
    try (RawServer server = RawServer.saying(answer)) {
      assertThatThrownBy(() -> post(client, server.url())).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aHeadWithoutAnEndIsCutOff() {
    try (RawServer server =
        RawServer.talking(
            socket -> {
              RawServer.readRequest(socket);
              OutputStream out = socket.getOutputStream();
              out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1));
              while (!Thread.currentThread().isInterrupted()) {
                out.write("X-More: and more\r\n".getBytes(StandardCharsets.ISO_8859_1));
              }
            })) {
      assertThatThrownBy(() -> post(client, server.url())).hasMessageContaining("more than 32768");
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anEndpointThatNeverComesToAnEndIsCutOff() {
    CountDownLatch never = new CountDownLatch(1);
    try (RawServer server =
            RawServer.talking(
                socket -> {
                  OutputStream out = socket.getOutputStream();
                  out.write("HTTP/1.1 200 OK\r\nX-Slow: ".getBytes(StandardCharsets.ISO_8859_1));
                  while (!never.await(5, TimeUnit.MILLISECONDS)) {
                    out.write('x');
                    out.flush();
                  }
                });
        WebhookClient hasty =
            WebhookClient.builder()
                .policy(WebhookFixture.local())
                .requestTimeout(Duration.ofSeconds(2))
                .build()) {
      assertThatThrownBy(() -> post(hasty, server.url()))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessage("no answer within PT2S");
    }
  }

  /** The body does not fit what the systems keep between the two, so writing it does not end. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anEndpointThatReadsNothingIsCutOff() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    try (RawServer server = RawServer.talking(socket -> never.await());
        WebhookClient hasty =
            WebhookClient.builder()
                .policy(WebhookFixture.local())
                .requestTimeout(Duration.ofSeconds(2))
                .build()) {
      assertThatThrownBy(() -> hasty.post(server.url(), Map.of(), new byte[32 * 1024 * 1024]))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }
}

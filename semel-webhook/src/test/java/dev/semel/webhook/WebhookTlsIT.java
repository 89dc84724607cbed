package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connection goes to an address that was checked; the certificate must fit the name. */
class WebhookTlsIT {
  private static final String NAME = "hooks.example.org";
  private static final List<String> ASKED_FOR = new CopyOnWriteArrayList<>();

  private static SSLContext tls;
  private static RawServer server;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    tls = TestCertificates.forName(NAME, folder).context();
    server =
        new RawServer(
            tls.getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
            WebhookTlsIT::answer);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void answer(Socket socket) throws IOException {
    RawServer.readRequest(socket);
    ExtendedSSLSession session = (ExtendedSSLSession) ((SSLSocket) socket).getSession();
    session.getRequestedServerNames().forEach(name -> ASKED_FOR.add(name.toString()));
    socket
        .getOutputStream()
        .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static WebhookClient.Builder client() {
    return WebhookClient.builder()
        .policy(EgressPolicy.standard().allowing("127.0.0.0/8"))
        .resolver(host -> List.of(InetAddress.getLoopbackAddress()));
  }

  private static Reply post(WebhookClient client, String host) throws IOException {
    URI url = URI.create("https://%s:%d/hooks".formatted(host, server.port()));
    return client.post(url, Map.of(), new byte[0]);
  }

  @Test
  void theNameIsAskedForAndItsCertificateFits() throws IOException {
    try (WebhookClient client = client().tls(tls).build()) {
      assertThat(post(client, NAME).status()).isEqualTo(200);
    }
    assertThat(ASKED_FOR).anyMatch(name -> name.contains(NAME));
  }

  @Test
  void aCertificateForAnotherNameIsRefused() {
    try (WebhookClient client = client().tls(tls).build()) {
      assertThatThrownBy(() -> post(client, "other.example.org")).isInstanceOf(SSLException.class);
      assertThatThrownBy(() -> post(client, "127.0.0.1")).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() {
    try (WebhookClient client = client().build()) {
      assertThatThrownBy(() -> post(client, NAME)).isInstanceOf(SSLException.class);
    }
  }
}

package dev.semel.http.webhook.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.semel.Retention;
import dev.semel.Semel;
import dev.semel.http.webhook.MessageId;
import dev.semel.http.webhook.Sender;
import dev.semel.http.webhook.SignatureScheme;
import dev.semel.http.webhook.StandardWebhooks;
import dev.semel.http.webhook.TimestampedHmac;
import dev.semel.http.webhook.WebhookReceiver;
import dev.semel.http.webhook.WebhookReply;
import dev.semel.http.webhook.WebhookRequest;
import dev.semel.http.webhook.WebhookResult;
import dev.semel.json.SemelJson;
import dev.semel.postgres.PostgresStore;
import dev.semel.signing.HmacSecret;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import dev.semel.testing.time.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The snippets of the guide on webhooks. */
@ExtendWith(PostgresExtension.class)
class WebhooksInIT {
  private static final String PAID = "{\"type\":\"invoice.paid\",\"data\":{\"invoice\":7}}";

  private final PostgresDatabase database;
  private final Semel semel;
  private final String secret = "whsec_bmV3LXNlY3JldC1uZXctc2VjcmV0LW5ldy0x";
  private final String oldSecret = "whsec_b2xkLXNlY3JldC1vbGQtc2VjcmV0LW9sZC0x";
  private final String id = "msg_" + UUID.randomUUID();

  WebhooksInIT(PostgresDatabase database) {
    this.database = database;
    this.semel = Semel.on(PostgresStore.builder(database.dataSource()).migrate().build());
  }

  @BeforeAll
  static void createTable(PostgresDatabase database) {
    database.execute(
        "CREATE TABLE fee (invoice bigint PRIMARY KEY, paid boolean NOT NULL DEFAULT false)");
    database.execute("INSERT INTO fee (invoice) VALUES (7), (8)");
  }

  private WebhookReceiver receiver() {
    // snippet: webhook-receiver
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing")
            .sender(Sender.forTenant("acme", StandardWebhooks.keys(secret)))
            .handler(Fees::apply)
            .build();
    // end snippet
    return receiver;
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .version(Version.HTTP_1_1)
        .build()
        .send(request, BodyHandlers.ofString());
  }

  private long events() {
    return database.queryLong("SELECT count(*) FROM semel.outbox WHERE aggregateid = ?", id);
  }

  @Test
  void aServletReceivesWebhooks() throws Exception {
    Server server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    ServletContextHandler context = new ServletContextHandler();
    context.addEventListener(new Hooks(receiver()));
    server.setHandler(context);
    server.start();
    try {
      int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
      assertRetryIsADuplicate(URI.create("http://localhost:" + port + "/hooks/billing"));
    } finally {
      server.stop();
    }
  }

  @Test
  void anyServerCanReceiveWebhooks() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hooks/billing", new JdkServer(receiver()));
    server.start();
    try {
      int port = server.getAddress().getPort();
      assertRetryIsADuplicate(URI.create("http://localhost:" + port + "/hooks/billing"));
    } finally {
      server.stop(0);
    }
  }

  private void assertRetryIsADuplicate(URI uri) throws Exception {
    // snippet: webhook-test
    SignedPost post = new SignedPost(uri, secret);
    HttpResponse<String> first = send(post.of(id, Instant.now(), PAID));
    HttpResponse<String> retry = send(post.of(id, Instant.now(), PAID));
    HttpResponse<String> forged = send(new SignedPost(uri, oldSecret).of(id, Instant.now(), PAID));

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(retry.statusCode()).isEqualTo(200);
    assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(forged.statusCode()).isEqualTo(401);
    assertThat(database.queryLong("SELECT count(*) FROM fee WHERE invoice = 7 AND paid"))
        .isEqualTo(1);
    // end snippet
    assertThat(events()).isEqualTo(1);
  }

  private WebhookRequest request(String path, String key, String body, Instant at) {
    String signed = id + "." + at.getEpochSecond() + "." + body;
    byte[] bytes = Base64.getDecoder().decode(key.substring("whsec_".length()));
    String signature = Base64.getEncoder().encodeToString(hmac(bytes, signed));
    return WebhookRequest.of(
        path,
        Map.of(
            "webhook-id", List.of(id),
            "webhook-timestamp", List.of(Long.toString(at.getEpochSecond())),
            "webhook-signature", List.of("v1," + signature)),
        body.getBytes(StandardCharsets.UTF_8));
  }

  private WebhookRequest request(String path, String key, String body) {
    return request(path, key, body, Instant.now());
  }

  private static byte[] hmac(byte[] key, String signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatCanNeverBeAppliedIsRejectedOnce() {
    WebhookReply reply =
        receiver()
            .receive(request("/", secret, "{\"type\":\"invoice.paid\",\"data\":{\"invoice\":99}}"));

    assertThat(reply.result()).isEqualTo(WebhookResult.REJECTED);
    assertThat(reply.status()).isEqualTo(200);
  }

  @Test
  void eachTenantMayHaveAKeyOfItsOwn() {
    String acmeSecret = secret;
    String globexSecret = oldSecret;
    // snippet: webhook-senders
    Map<String, Sender> senders =
        Map.of(
            "/hooks/acme", Sender.forTenant("acme", StandardWebhooks.keys(acmeSecret)),
            "/hooks/globex", Sender.forTenant("globex", StandardWebhooks.keys(globexSecret)));
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing")
            .senders(request -> senders.get(request.path()))
            .handler(Fees::apply)
            .build();
    // end snippet
    assertThat(receiver.receive(request("/hooks/acme", acmeSecret, PAID)).status()).isEqualTo(200);
    assertThat(receiver.receive(request("/hooks/globex", acmeSecret, PAID)).status())
        .isEqualTo(401);
    assertThat(receiver.receive(request("/hooks/other", acmeSecret, PAID)).status()).isEqualTo(401);
    assertThat(receiver.receive(request("/hooks/globex", globexSecret, PAID)).result())
        .isEqualTo(WebhookResult.APPLIED);
  }

  private static String accountOf(String body) {
    return body.contains("\"acme\"") ? "acme" : "globex";
  }

  @Test
  void aMessageMaySayWhoseItIs() {
    // snippet: webhook-tenants
    Sender platform =
        Sender.forTenants(message -> accountOf(message.text()), StandardWebhooks.keys(secret));
    // end snippet
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing").sender(platform).handler(Fees::apply).build();

    receiver.receive(request("/", secret, "{\"account\":\"acme\"}"));

    assertThat(
            database.queryLong(
                "SELECT count(*) FROM semel.intent WHERE key = ? AND tenant = 'acme'", id))
        .isEqualTo(1);
  }

  @Test
  void keysAreRotated() {
    String newSecret = secret;
    // snippet: webhook-rotation
    StandardWebhooks scheme = StandardWebhooks.keys(newSecret, oldSecret);
    // end snippet
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing")
            .sender(Sender.forTenant("acme", scheme))
            .handler(Fees::apply)
            .build();

    assertThat(receiver.receive(request("/", newSecret, PAID)).status()).isEqualTo(200);
    assertThat(receiver.receive(request("/", oldSecret, PAID)).result())
        .isEqualTo(WebhookResult.DUPLICATE);
  }

  @Test
  void sendersWithOtherHeadersAreUnderstood() {
    // snippet: webhook-schemes
    SignatureScheme otherNames = StandardWebhooks.keys(secret).headersFrom("svix-");
    SignatureScheme oneHeader = TimestampedHmac.header("Stripe-Signature").secrets(secret);
    SignatureScheme idElsewhere =
        TimestampedHmac.header("X-Signature").secrets(secret).id(MessageId.inBody("event_id"));
    // end snippet
    assertThat(List.of(otherNames, oneHeader, idElsewhere)).doesNotHaveDuplicates();
    String t = Long.toString(Instant.now().getEpochSecond());
    String body = "{\"id\":\"" + id + "\"}";
    byte[] key = secret.getBytes(StandardCharsets.UTF_8);
    String header = "t=" + t + ",v1=" + HexFormat.of().formatHex(hmac(key, t + "." + body));
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "payments")
            .sender(Sender.forTenant("acme", oneHeader))
            .handler(Fees::apply)
            .build();

    WebhookReply reply =
        receiver.receive(
            WebhookRequest.of(
                "/",
                Map.of("Stripe-Signature", List.of(header)),
                body.getBytes(StandardCharsets.UTF_8)));

    assertThat(reply.result()).isEqualTo(WebhookResult.APPLIED);
  }

  @Test
  void aSchemeOfOnesOwnIsAFewLines() {
    HubSignature scheme = new HubSignature(HmacSecret.text("a secret of theirs"));
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "hub")
            .sender(Sender.forTenant("acme", scheme))
            .operation(operation -> operation.retained(Retention.permanent()))
            .handler(Fees::apply)
            .build();
    String body = "{\"delivery\":\"" + id + "\"}";
    byte[] key = "a secret of theirs".getBytes(StandardCharsets.UTF_8);
    String digits = HexFormat.of().formatHex(hmac(key, body));

    assertThat(receiver.receive(hubRequest("sha256=" + digits, body)).result())
        .isEqualTo(WebhookResult.APPLIED);
    assertThat(receiver.receive(hubRequest("sha256=" + digits, body + " ")).status())
        .isEqualTo(401);
    assertThat(receiver.receive(hubRequest("sha256=no", body)).status()).isEqualTo(401);
    assertThat(receiver.receive(hubRequest(digits, body)).status()).isEqualTo(401);
  }

  private static WebhookRequest hubRequest(String header, String body) {
    return WebhookRequest.of(
        "/", Map.of("X-Hub-Signature-256", List.of(header)), body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatChangesBetweenAttemptsIsLeftOut() {
    // snippet: webhook-comparing
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing")
            .sender(Sender.forTenant("acme", StandardWebhooks.keys(secret)))
            .comparing(SemelJson.standard().document().excluding("/attempt"))
            .handler(Fees::apply)
            .build();
    // end snippet
    receiver.receive(request("/", secret, "{\"attempt\":1}"));
    assertThat(receiver.receive(request("/", secret, "{\"attempt\":2}")).result())
        .isEqualTo(WebhookResult.DUPLICATE);
  }

  @Test
  void everythingCanBeSet() {
    SettableClock clock = SettableClock.create();
    Map<WebhookResult, Integer> counts = new EnumMap<>(WebhookResult.class);
    // snippet: webhook-settings
    WebhookReceiver receiver =
        WebhookReceiver.builder(semel, "billing")
            .sender(Sender.forTenant("acme", StandardWebhooks.keys(secret)))
            .handler(Fees::apply)
            .tolerance(Duration.ofMinutes(1))
            .maxBodyBytes(64 * 1024)
            .clock(clock)
            .rejectionStatus(422)
            .identityViolationStatus(409)
            .operation(operation -> operation.retainedFor(Duration.ofDays(90)))
            .listener(delivery -> counts.merge(delivery.result(), 1, Integer::sum))
            .build();
    // end snippet
    receiver.receive(request("/", secret, PAID, clock.instant()));
    receiver.receive(request("/", secret, PAID, clock.instant().plusSeconds(61)));
    assertThat(counts)
        .containsOnly(Map.entry(WebhookResult.APPLIED, 1), Map.entry(WebhookResult.REFUSED, 1));
  }
}

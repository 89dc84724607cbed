package dev.semel.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request over one connection, to an address that it has checked itself.
 *
 * <p><b>Why it is not the JDK's client.</b> That one looks the host up on its own. Whoever controls
 * the name can answer a check with a public address, and the look-up that follows with a private
 * one. Here a host is looked up once per attempt, what is found is checked, and the connection is
 * made to that very address; the name serves for the certificate, which must fit it, for SNI and
 * for the header {@code Host}. Redirects are not followed, proxies not asked.
 *
 * <p><b>Guarantee.</b> A request is over when its time is, whatever the other side does: at that
 * moment its connection is closed. Looking up a host is the system's business and has the system's
 * time limit. <b>Threads.</b> Safe for use by several threads; blocks the caller's.
 */
public final class WebhookClient implements AutoCloseable {
  private static final int MAX_ADDRESSES = 3;

  private final EgressPolicy policy;
  private final HostResolver resolver;
  private final SSLContext tls;
  private final Duration connectTimeout;
  private final Duration requestTimeout;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor watch;

  private WebhookClient(Builder builder, SSLContext tls) {
    this.policy = builder.policy;
    this.resolver = builder.resolver;
    this.connectTimeout = builder.connectTimeout;
    this.requestTimeout = builder.requestTimeout;
    this.tls = tls;
    this.watch =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "semel-webhook-time-limit");
              thread.setDaemon(true);
              return thread;
            });
    watch.setRemoveOnCancelPolicy(true);
  }

  /** HTTPS to public addresses, within twenty seconds. */
  public static WebhookClient standard() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  EgressPolicy policy() {
    return policy;
  }

  Duration requestTimeout() {
    return requestTimeout;
  }

  /**
   * Posts a body and reads the answer.
   *
   * @throws IllegalArgumentException if the policy does not allow the address
   * @throws IOException that says in its message what went wrong
   */
  Reply post(URI url, Map<String, String> headers, byte[] body) throws IOException {
    policy.check(url);
    long endNanos = System.nanoTime() + requestTimeout.toNanos();
    Socket socket = connect(url, endNanos);
    AtomicBoolean late = new AtomicBoolean();
    open.add(socket);
    ScheduledFuture<?> limit =
        watch.schedule(
            () -> {
              late.set(true);
              closeQuietly(socket);
            },
            endNanos - System.nanoTime(),
            TimeUnit.NANOSECONDS);
    try {
      return exchange(
          EgressPolicy.isSecure(url) ? secured(socket, url) : socket, url, headers, body);
    } catch (IOException e) {
      throw late.get() ? tooSlow() : e;
    } finally {
      limit.cancel(false);
      open.remove(socket);
      closeQuietly(socket);
    }
  }

  private SocketTimeoutException tooSlow() {
    return new SocketTimeoutException("no answer within " + requestTimeout);
  }

  private Socket connect(URI url, long endNanos) throws IOException {
    IOException last = null;
    for (InetAddress address : addresses(hostOf(url))) {
      Socket socket = new Socket(Proxy.NO_PROXY);
      try {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        long millis = Math.min(connectTimeout.toMillis(), leftMillis);
        if (millis < 1) {
          throw tooSlow();
        }
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, EgressPolicy.portOf(url)), (int) millis);
        return socket;
      } catch (IOException e) {
        closeQuietly(socket);
        last = e;
      }
    }
    throw new ConnectException("could not connect: " + (last == null ? "" : last.getMessage()));
  }

  /** Those that requests may go to. What is returned is what is connected to, not its name. */
  private List<InetAddress> addresses(String host) throws IOException {
    List<InetAddress> allowed =
        resolved(host).stream().filter(policy::allows).limit(MAX_ADDRESSES).toList();
    if (allowed.isEmpty()) {
      throw new ConnectException(
          "the host has no address that requests may go to; if it is your own, allow its range");
    }
    return allowed;
  }

  /** The system's own words are the name of the host and nothing else. */
  private List<InetAddress> resolved(String host) throws UnknownHostException {
    try {
      return resolver.resolve(host);
    } catch (UnknownHostException e) {
      UnknownHostException unknown =
          new UnknownHostException(
              "the host %s is not known; see that it is spelt right and in DNS".formatted(host));
      unknown.initCause(e);
      throw unknown;
    }
  }

  private static String hostOf(URI url) {
    String host = Objects.requireNonNull(url.getHost());
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private Socket secured(Socket socket, URI url) throws IOException {
    SSLSocket secured =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(socket, hostOf(url), EgressPolicy.portOf(url), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static Reply exchange(Socket socket, URI url, Map<String, String> headers, byte[] body)
      throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(request(url, headers, body));
    out.flush();
    return new ReplyReader(new BufferedInputStream(socket.getInputStream())).read();
  }

  private static byte[] request(URI url, Map<String, String> headers, byte[] body) {
    StringBuilder head = new StringBuilder("POST %s HTTP/1.1\r\n".formatted(target(url)));
    head.append("Host: ").append(url.getHost());
    head.append(url.getPort() >= 0 ? ":" + url.getPort() : "").append("\r\n");
    headers.forEach((name, value) -> head.append("%s: %s\r\n".formatted(name, value)));
    head.append("Content-Length: %d\r\nConnection: close\r\n\r\n".formatted(body.length));
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private static String target(URI url) {
    URI ascii = URI.create(url.toASCIIString());
    String path =
        ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException nothingToDo) {
      // It is closed as far as it can be.
    }
  }

  /** Ends all requests. */
  @Override
  public void close() {
    watch.shutdownNow();
    open.forEach(WebhookClient::closeQuietly);
  }

  /** Makes a client. For one thread. */
  public static final class Builder {
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(5);

    private EgressPolicy policy = EgressPolicy.standard();
    private HostResolver resolver = HostResolver.system();
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration requestTimeout = Duration.ofSeconds(20);
    private @Nullable SSLContext tls;

    private Builder() {}

    /** Where requests may go. HTTPS to public addresses unless told. */
    public Builder policy(EgressPolicy newPolicy) {
      this.policy = Objects.requireNonNull(newPolicy, "newPolicy");
      return this;
    }

    /** How hosts are looked up. As the system does unless told. */
    public Builder resolver(HostResolver newResolver) {
      this.resolver = Objects.requireNonNull(newResolver, "newResolver");
      return this;
    }

    /** Whose certificates are trusted. Those that the JDK trusts unless told. */
    public Builder tls(SSLContext context) {
      this.tls = Objects.requireNonNull(context, "context");
      return this;
    }

    /** How long connecting to one address may take. 10 s unless told. */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = Checks.between("connect timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
      return this;
    }

    /** How long everything together may take, from connecting to the answer. 20 s unless told. */
    public Builder requestTimeout(Duration timeout) {
      this.requestTimeout = Checks.between("request timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
      return this;
    }

    public WebhookClient build() {
      return new WebhookClient(this, tls == null ? systemTls() : tls);
    }

    private static SSLContext systemTls() {
      try {
        return SSLContext.getDefault();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java runtime has a default TLS context", e);
      }
    }
  }
}

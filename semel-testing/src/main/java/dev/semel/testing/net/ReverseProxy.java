package dev.semel.testing.net;

import dev.semel.testing.internal.Programs;
import dev.semel.testing.internal.ServerHome;
import dev.semel.testing.internal.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An installed reverse proxy, nginx or HAProxy, in front of HTTP servers on this machine. It is
 * configured to send a request again, including POST, after an error, a timeout or 503, which is
 * what makes it a test of idempotency.
 *
 * <pre>{@code
 * try (ReverseProxy proxy = ReverseProxy.start(ReverseProxy.Kind.NGINX, List.of(8081, 8082))) {
 *   URI base = URI.create("http://127.0.0.1:" + proxy.port());
 * }
 * }</pre>
 *
 * <p><b>Guarantee:</b> its port and files are its own, it listens on the loopback address only, and
 * it ends with its JVM. <b>Threads:</b> safe for use by several threads.
 */
public final class ReverseProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final int CONNECT_MILLIS = 1_000;
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/opt/homebrew/bin", "/usr/local/bin");

  private final ServerHome home;
  private final int port;
  private final ServerProcess process;
  private final Thread closeAtExit = new Thread(this::end, "stop-reverse-proxy");
  private boolean ended;

  /** A program that can be started. */
  public enum Kind {
    NGINX("nginx", "nginx-light"),
    HAPROXY("haproxy", "haproxy");

    private final String program;
    private final String debianPackage;

    Kind(String program, String debianPackage) {
      this.program = program;
      this.debianPackage = debianPackage;
    }

    /** Returns whether the program is installed. */
    public boolean isInstalled() {
      return Programs.find(property(), program, FOLDERS).isPresent();
    }

    /** Returns what to do if it is not installed. */
    public String howToInstall() {
      return "%s is not installed; on Debian: apt-get install %s".formatted(program, debianPackage);
    }

    private String property() {
      return "semel.test." + program;
    }

    private List<String> command(ServerHome home) {
      Path executable =
          Programs.find(property(), program, FOLDERS)
              .orElseThrow(() -> new IllegalStateException(howToInstall()));
      String configuration = home.resolve("proxy.conf").toString();
      return this == NGINX
          ? List.of(
              executable.toString(), "-p", home.path() + "/", "-e", "stderr", "-c", configuration)
          : List.of(executable.toString(), "-db", "-f", configuration);
    }

    private String configuration(int port, List<Integer> servers) {
      return this == NGINX ? nginx(port, servers) : haproxy(port, servers);
    }
  }

  private ReverseProxy(Kind kind, List<Integer> servers) {
    this.home = ServerHome.make(kind.program);
    this.port = FreePorts.pick();
    home.write("proxy.conf", kind.configuration(port, servers));
    this.process = ServerProcess.start(home, kind.command(home), Map.of());
    if (!process.awaits(this::accepts, START_LIMIT)) {
      process.kill();
      throw new IllegalStateException(kind.program + " does not start" + home.log().tail());
    }
  }

  /** Starts a proxy in front of servers at these ports of the loopback address. */
  public static ReverseProxy start(Kind kind, List<Integer> servers) {
    ReverseProxy proxy = new ReverseProxy(kind, servers);
    Runtime.getRuntime().addShutdownHook(proxy.closeAtExit);
    return proxy;
  }

  private static String nginx(int port, List<Integer> servers) {
    String upstream =
        servers.stream()
            .map(server -> "server %s:%d max_fails=0;".formatted(HOST, server))
            .collect(Collectors.joining("\n    "));
    return """
    daemon off;
    master_process off;
    pid nginx.pid;
    error_log stderr warn;
    events { worker_connections 512; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      upstream application {
        %s
      }
      server {
        listen %s:%d;
        location / {
          proxy_pass http://application;
          proxy_connect_timeout 2s;
          proxy_read_timeout 20s;
          proxy_next_upstream error timeout http_503 non_idempotent;
          proxy_next_upstream_tries 3;
        }
      }
    }
    """
        .formatted(upstream, HOST, port);
  }

  private static String haproxy(int port, List<Integer> servers) {
    List<String> lines = new ArrayList<>();
    for (int server : servers) {
      lines.add("server s%d %s:%d".formatted(server, HOST, server));
    }
    return """
    global
      maxconn 512
    defaults
      mode http
      timeout connect 2s
      timeout client 60s
      timeout server 20s
      retries 3
      option redispatch 1
      option http-buffer-request
      retry-on conn-failure empty-response response-timeout 503
    frontend front
      bind %s:%d
      default_backend application
    backend application
      balance roundrobin
      %s
    """
        .formatted(HOST, port, String.join("\n  ", lines));
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  /** Ends the proxy and deletes its files. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(closeAtExit);
    } catch (IllegalStateException e) {
      // The JVM is going down and runs the hook itself; ending twice does no harm.
    }
    end();
  }

  private synchronized void end() {
    if (!ended) {
      ended = true;
      process.kill();
      home.delete();
    }
  }
}

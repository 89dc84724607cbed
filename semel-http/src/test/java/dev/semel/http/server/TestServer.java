package dev.semel.http.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A servlet container on a free port of this machine, with HTTP/1.1 and HTTP/2 in clear text. */
public interface TestServer extends AutoCloseable {
  int port();

  default URI uri(String pathAndQuery) {
    return URI.create("http://localhost:" + port() + pathAndQuery);
  }

  /**
   * A client that speaks this protocol to the server from its first request on. Java's client gets
   * to HTTP/2 by an upgrade, which no server allows for a request with a body, so it has asked for
   * something before.
   */
  default HttpClient client(Version version) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().version(version).build();
    client.send(HttpRequest.newBuilder(uri("/")).build(), BodyHandlers.discarding());
    return client;
  }

  @Override
  void close();

  /** The containers that everything has to work on. */
  enum Container {
    JETTY,
    TOMCAT;

    /** Starts it; it serves when this returns. */
    public TestServer start(WebApp app) {
      return this == JETTY ? new JettyServer(app) : new TomcatServer(app);
    }
  }
}

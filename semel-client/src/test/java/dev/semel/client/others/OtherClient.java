package dev.semel.client.others;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.stripe.StripeClient;
import com.stripe.param.CustomerCreateParams;
import feign.Feign;
import feign.Headers;
import feign.RequestLine;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** A client with its default settings, and how it posts a body with a key. */
enum OtherClient {
  JAVA_NET_HTTP("java.net.http") {
    @Override
    void post(URI uri) throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(uri).header(KEY, "k").POST(BodyPublishers.ofString(BODY)).build();
      HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
    }
  },
  HTTP_URL_CONNECTION("HttpURLConnection") {
    @Override
    void post(URI uri) throws Exception {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setRequestMethod("POST");
      connection.setRequestProperty(KEY, "k");
      connection.setDoOutput(true);
      try (OutputStream output = connection.getOutputStream()) {
        output.write(BODY.getBytes(UTF_8));
      }
      int unused = connection.getResponseCode();
    }
  },
  APACHE_5("Apache HttpClient 5") {
    @Override
    void post(URI uri) throws Exception {
      HttpPost post = new HttpPost(uri);
      post.setHeader(KEY, "k");
      post.setEntity(new StringEntity(BODY));
      try (CloseableHttpClient client = HttpClients.createDefault()) {
        client.execute(post, response -> response.getCode());
      }
    }
  },
  OKHTTP("OkHttp 5") {
    @Override
    void post(URI uri) throws Exception {
      Request request =
          new Request.Builder()
              .url(uri.toString())
              .header(KEY, "k")
              .post(RequestBody.create(BODY.getBytes(UTF_8)))
              .build();
      new OkHttpClient().newCall(request).execute().close();
    }
  },
  FEIGN("Feign 13") {
    @Override
    void post(URI uri) {
      Feign.builder().target(Orders.class, uri.resolve("/").toString()).order(BODY);
    }
  },
  STRIPE("stripe-java 33") {
    @Override
    void post(URI uri) throws Exception {
      StripeClient.builder()
          .setApiKey("sk_test")
          .setApiBase("http://127.0.0.1:" + uri.getPort())
          .build()
          .v1()
          .customers()
          .create(CustomerCreateParams.builder().setEmail("olga@example.com").build());
    }
  },
  NODE_FETCH("fetch in Node 20") {
    @Override
    void post(URI uri) throws Exception {
      String script =
          "fetch('%s', {method: 'POST', headers: {'%s': 'k'}, body: '%s'})"
              .formatted(uri, KEY, BODY);
      run("node", "-e", script);
    }

    @Override
    boolean isInstalled() {
      return isProgram("node");
    }
  },
  CURL("curl") {
    @Override
    void post(URI uri) throws Exception {
      run("curl", "-s", "-H", KEY + ": k", "-d", BODY, uri.toString());
    }

    @Override
    boolean isInstalled() {
      return isProgram("curl");
    }
  },
  CURL_RETRY("curl --retry 2") {
    @Override
    void post(URI uri) throws Exception {
      run("curl", "-s", "--retry", "2", "-H", KEY + ": k", "-d", BODY, uri.toString());
    }

    @Override
    boolean isInstalled() {
      return isProgram("curl");
    }
  };

  private static final String KEY = "Idempotency-Key";
  private static final String BODY = "{}";

  private final String title;

  OtherClient(String title) {
    this.title = title;
  }

  /** Feign's view of the endpoint. */
  interface Orders {
    @RequestLine("POST /orders")
    @Headers({"Content-Type: application/json", "Idempotency-Key: k"})
    void order(String body);
  }

  /** Posts once, as far as its caller is concerned. */
  abstract void post(URI uri) throws Exception;

  boolean isInstalled() {
    return true;
  }

  /** Its name in the guide. */
  String title() {
    return title;
  }

  private static boolean isProgram(String name) {
    try {
      return new ProcessBuilder(name, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    int unused =
        new ProcessBuilder(List.of(command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
  }
}

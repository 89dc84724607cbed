package dev.semel.http.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.Route;
import dev.semel.http.server.ContainerTest;
import dev.semel.http.server.RawHttp;
import dev.semel.http.server.TestServer.Container;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Compares what a handler reads behind the filter with what it reads without the filter. Requests
 * are sent as bytes over a socket, because no client library sends some of them.
 */
@ExtendWith(PostgresExtension.class)
class ContainerComparisonIT {
  private static final String RESET = "no response";
  private static final long MAX_FILE_BYTES = 200_000;
  private static final long MAX_REQUEST_BYTES = 400_000;

  private final PostgresDatabase database;

  ContainerComparisonIT(PostgresDatabase database) {
    this.database = database;
  }

  /** Ways in which a handler reads a request. */
  private enum Reading {
    NOTHING {
      @Override
      String read(HttpServletRequest request) {
        return "nothing";
      }
    },
    STREAM {
      @Override
      String read(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readAllBytes();
        return body.length + " " + Arrays.hashCode(body);
      }
    },
    READER {
      @Override
      String read(HttpServletRequest request) throws IOException {
        StringBuilder text = new StringBuilder();
        request.getReader().lines().forEach(text::append);
        return text.length() + " " + text.toString().hashCode();
      }
    },
    PARAMETERS {
      @Override
      String read(HttpServletRequest request) {
        Map<String, List<String>> values = new TreeMap<>();
        request.getParameterMap().forEach((name, all) -> values.put(name, List.of(all)));
        String text = values.toString();
        return text.length() < 1_000 ? text : text.length() + " " + text.hashCode();
      }
    },
    PARTS {
      @Override
      String read(HttpServletRequest request) throws IOException, ServletException {
        StringBuilder text = new StringBuilder();
        for (Part part : request.getParts()) {
          byte[] content = part.getInputStream().readAllBytes();
          text.append(part.getName()).append('|').append(part.getSubmittedFileName());
          text.append('|').append(part.getContentType()).append('|').append(part.getSize());
          text.append('|').append(Arrays.hashCode(content));
          for (String name : part.getHeaderNames()) {
            text.append('|').append(name).append('=').append(part.getHeaders(name));
          }
          text.append('\n');
        }
        return text.toString();
      }
    },
    PARTS_AND_PARAMETERS {
      @Override
      String read(HttpServletRequest request) throws IOException, ServletException {
        return PARTS.read(request) + PARAMETERS.read(request);
      }
    };

    abstract String read(HttpServletRequest request) throws IOException, ServletException;
  }

  private static void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    String read = Reading.valueOf(request.getHeader("Reading")).read(request);
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().print(read);
  }

  private Shop open(Container container, @Nullable MultipartConfigElement config) {
    return Shop.on(database)
        .handler(ContainerComparisonIT::answer)
        .route(Route.post("/orders"))
        .route(Route.of("PUT", "/orders"))
        .route(Route.of("PATCH", "/orders"))
        .multipart(config)
        .open(container);
  }

  private static void compare(Shop shop, List<RawRequest> requests, Predicate<String> isAllowed)
      throws IOException {
    List<String> differences = new ArrayList<>();
    for (RawRequest request : requests) {
      for (Reading reading : Reading.values()) {
        String with = seen(shop, request.to("/orders", reading.name()));
        String without = seen(shop, request.to("/plain", reading.name()));
        String name = request.name() + " read as " + reading;
        // A server that closes with unread data resets the connection before its response is read.
        boolean isSame = with.equals(without) || without.equals(RESET);
        if (!isSame && !isAllowed.test(name + ": " + with)) {
          differences.add(
              "%s%n  with the filter: %s%n  without: %s".formatted(name, with, without));
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  /** Returns the status and, of a successful response, the body. */
  private static String seen(Shop shop, String request) throws IOException {
    String response;
    try {
      response = RawHttp.send(shop.server(), request);
    } catch (SocketException e) {
      return RESET;
    }
    if (response.isEmpty()) {
      return RESET;
    }
    String status = response.substring(9, 12);
    return status.startsWith("2")
        ? status + response.substring(response.indexOf("\r\n\r\n"))
        : status;
  }

  /** The filter runs no handler for a body that ends early. */
  private static boolean isTruncated(String difference) {
    return difference.matches("truncated read as .*: 400");
  }

  /**
   * The filter reads a URL-encoded form itself, so that its bytes can be read after its parameters.
   * It knows no limits of the container, and allows fields without a name.
   */
  private static boolean isOfUrlEncodedForm(Container container, String difference) {
    return container == Container.TOMCAT
        ? difference.matches("(empty name|many fields|very large) read as PARAMETERS: 200(?s:.*)")
        : difference.matches("very many fields read as PARAMETERS: 400")
            || difference.startsWith("reader charset read as PARAMETERS: 200");
  }

  /** Whoever wants the bytes of a multipart form needs a servlet that takes no multipart forms. */
  private static boolean isOfBytes(String difference) {
    return difference.matches(".* read as (STREAM|READER): 500");
  }

  /** Tomcat has been asked for parts first. */
  private static boolean isOfTomcat(Container container, String difference) {
    return container == Container.TOMCAT
        && difference.matches("(query|put|mixed) read as PARAMETERS: 200(?s:.*)");
  }

  @ContainerTest
  void handlerReadsUrlEncodedFormAsWithoutFilter(Container container) throws IOException {
    try (Shop shop = open(container, null)) {
      compare(
          shop,
          RawRequest.urlEncoded(),
          difference -> isTruncated(difference) || isOfUrlEncodedForm(container, difference));
    }
  }

  @ContainerTest
  void handlerReadsMultipartFormAsWithoutFilter(Container container) throws IOException {
    MultipartConfigElement config =
        new MultipartConfigElement("", MAX_FILE_BYTES, MAX_REQUEST_BYTES, 1_000);
    try (Shop shop = open(container, config)) {
      compare(
          shop,
          RawRequest.multipart(),
          difference ->
              isTruncated(difference)
                  || isOfBytes(difference)
                  || isOfTomcat(container, difference));
    }
  }

  @ContainerTest
  void handlerWithoutMultipartConfigurationReadsAsWithoutFilter(Container container)
      throws IOException {
    try (Shop shop = open(container, null)) {
      compare(
          shop,
          RawRequest.multipart(),
          difference ->
              isTruncated(difference)
                  || difference.startsWith("unknown charset read as PARAMETERS: 200"));
    }
  }
}

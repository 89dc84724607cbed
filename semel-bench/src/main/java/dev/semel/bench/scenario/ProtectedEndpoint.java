package dev.semel.bench.scenario;

import dev.semel.bench.http.Casework;
import dev.semel.bench.load.Load;
import dev.semel.bench.load.Request;
import dev.semel.bench.load.Request.Keys;
import dev.semel.bench.report.Target;
import java.util.List;
import java.util.Map;

/**
 * What the filter costs an endpoint of the demo: protected against the same handler without Semel,
 * the requests from a process of their own. Then requests of several sizes to an endpoint that does
 * little else than take them.
 */
public final class ProtectedEndpoint implements Scenario {
  private static final List<Integer> CONNECTIONS = List.of(1, 16, 64);
  private static final int CONNECTIONS_WITH_BODIES = 16;
  private static final int NOTE_BYTES = 300;
  private static final String BINARY = "application/octet-stream";

  private static final String PLAIN = "not protected";
  private static final String FRESH = "protected, fresh keys";
  private static final String REPLAYED = "protected, replays";
  private static final Map<String, Target> TARGETS =
      Map.of(FRESH, Target.atLeast(0.85), REPLAYED, Target.atLeast(1.50));

  private record Size(String name, int bytes) {}

  private static final List<Size> SIZES =
      List.of(new Size("1 KB", 1_000), new Size("100 KB", 100_000), new Size("5 MB", 5_000_000));

  @Override
  public String name() {
    return "http";
  }

  @Override
  public void run(Stage stage) {
    stage.progress().say("http, starting casework");
    try (Casework casework = Casework.start(stage.server().database("casework"));
        Load load = Load.on(casework.port())) {
      HttpVariants variants = new HttpVariants(stage, load);
      measureNotes(variants, casework);
      measureBodies(variants);
    }
  }

  private static void measureNotes(HttpVariants variants, Casework casework) {
    Request plain = new Request(casework.plainNotePaths(), Request.JSON, NOTE_BYTES, Keys.NONE);
    Map<String, Request> requests =
        HttpVariants.inOrder(
            PLAIN, plain,
            FRESH, new Request(casework.notePaths(), Request.JSON, NOTE_BYTES, Keys.FRESH),
            REPLAYED, new Request(casework.notePaths(), Request.JSON, NOTE_BYTES, Keys.SEEN));
    for (int connections : CONNECTIONS) {
      variants.measure("HTTP: add a note", connections, requests, TARGETS);
    }
  }

  private static void measureBodies(HttpVariants variants) {
    for (Size size : SIZES) {
      for (String mediaType : List.of(Request.JSON, BINARY)) {
        String work =
            "HTTP: %s of %s".formatted(size.name(), mediaType.equals(BINARY) ? "bytes" : "JSON");
        variants.measure(
            work,
            CONNECTIONS_WITH_BODIES,
            HttpVariants.inOrder(
                PLAIN, file("/api/plain/files", mediaType, size, Keys.NONE),
                FRESH, file("/api/files", mediaType, size, Keys.FRESH),
                REPLAYED, file("/api/files", mediaType, size, Keys.SEEN)),
            Map.of());
      }
    }
  }

  private static Request file(String path, String mediaType, Size size, Keys keys) {
    return new Request(List.of(path), mediaType, size.bytes(), keys);
  }
}

package dev.semel.http.internal;

import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Replay;
import dev.semel.Scope;
import dev.semel.http.Caller;
import dev.semel.http.Keep;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the operation of each route, and intents of it. Operations are remembered, because their
 * fingerprint rules take time to prepare. Safe for use by several threads.
 */
public final class RouteOperations {
  /** More routes than any application has; beyond it operations are made for each request. */
  private static final int MAX_REMEMBERED = 10_000;

  private final ConcurrentMap<Route, Operation<RequestPayload, StoredResponse>> known =
      new ConcurrentHashMap<>();

  Intent<StoredResponse> intent(Route route, Caller caller, String key, RequestPayload payload) {
    Operation<RequestPayload, StoredResponse> operation = operation(route, payload);
    Intent<StoredResponse> intent = operation.intent(caller.tenant(), key, payload);
    return caller.principal() == null ? intent : intent.onBehalfOf(caller.principal());
  }

  /**
   * Returns what tells requests of one operation apart, beside what they look like.
   *
   * @param version of the API; null if there are none
   */
  static String variant(Route route, @Nullable String version) {
    String ofRoute =
        route.settings().reading().scopedBy() == ScopedBy.CALLER
            ? "operation " + route.operation()
            : "";
    String ofVersion = version == null ? "" : "version " + version;
    return ofRoute.isEmpty() || ofVersion.isEmpty()
        ? ofRoute + ofVersion
        : ofVersion + ", " + ofRoute;
  }

  private Operation<RequestPayload, StoredResponse> operation(Route route, RequestPayload payload) {
    ScopedBy scopedBy = route.settings().reading().scopedBy();
    if (scopedBy == ScopedBy.PATH) {
      return make(route, nameOf(payload));
    }
    Operation<RequestPayload, StoredResponse> operation = known.get(route);
    if (operation == null) {
      operation =
          make(route, scopedBy == ScopedBy.CALLER ? Route.ANY_OPERATION : route.operation());
      if (known.size() < MAX_REMEMBERED) {
        known.put(route, operation);
      }
    }
    return operation;
  }

  /** Method and path, or as much of it as fits and a digest of it all. */
  private static String nameOf(RequestPayload payload) {
    String name = payload.method() + " " + payload.path();
    if (name.length() <= Scope.MAX_PART_CHARACTERS) {
      return name;
    }
    String digest = "#" + sha256(name);
    return name.substring(0, Scope.MAX_PART_CHARACTERS - digest.length()) + digest;
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Refuses duplicates; {@link DuplicateWaits} decides which of them wait. */
  private static Operation<RequestPayload, StoredResponse> make(Route route, String name) {
    RouteSettings.Reading reading = route.settings().reading();
    RouteSettings.Running running = route.settings().running();
    Operation.Taking<RequestPayload> taking =
        Operation.named(name).taking(RequestFingerprinter.of(reading.rules(), reading.keys()));
    for (RequestFingerprinter former :
        RequestFingerprinter.former(reading.rules(), reading.keys())) {
      taking = taking.formerly(1, former);
    }
    return taking
        .answering(replay(route.settings().storing()))
        .retained(route.settings().storing().retention())
        .duplicates(Duplicates.refuse().retryAfter(running.duplicates().retryAfter()))
        .retrying(running.retries().failingFast())
        .isolation(running.isolation());
  }

  private static Replay<StoredResponse> replay(RouteSettings.Storing storing) {
    if (storing.keep() == Keep.NOTHING) {
      return Replay.notKept();
    }
    ResponseCodec codec = new ResponseCodec(storing.maxBytes());
    return Replay.full(codec).upTo(codec.maxBytes());
  }
}

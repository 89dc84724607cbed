package dev.semel.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Tells a request that cannot have left this machine from one that may have. Only what is certain
 * counts as not sent: no name, no route, no connection, no handshake. The JDK reads the body once
 * all of these are there, so a body that was read contradicts any such failure, and one that was
 * not confirms what the type of a TLS failure leaves open.
 */
final class Failures {
  private Failures() {}

  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean wrapped =
        failure instanceof CompletionException || failure instanceof ExecutionException;
    return wrapped && cause != null ? unwrapped(cause) : failure;
  }

  static boolean didNotLeave(Throwable failure, boolean hasBody, boolean bodyRead) {
    if (bodyRead) {
      return false;
    }
    return isNoConnection(failure)
        || failure instanceof SSLHandshakeException
        || (failure instanceof SSLException && hasBody);
  }

  private static boolean isNoConnection(Throwable failure) {
    return failure instanceof ConnectException
        || failure instanceof HttpConnectTimeoutException
        || failure instanceof NoRouteToHostException
        || failure instanceof UnknownHostException;
  }

  /** Whether it happened on the way, and not in code that the caller gave us. */
  static boolean isOnTheWay(Throwable failure) {
    return failure instanceof IOException || failure instanceof UncheckedIOException;
  }
}

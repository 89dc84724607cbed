package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which failures prove that nothing left. What the JDK really throws is in the tests with sockets.
 */
class FailuresTest {
  static Throwable[] proofs() {
    return new Throwable[] {
      new ConnectException(),
      new NoRouteToHostException(),
      new UnknownHostException(),
      new HttpConnectTimeoutException("late"),
      new SSLHandshakeException("bad certificate")
    };
  }

  static Throwable[] doubts() {
    return new Throwable[] {
      new IOException("HTTP/1.1 header parser received no bytes"),
      new SocketException("Connection reset"),
      new HttpTimeoutException("request timed out"),
      new IOException("wrapped", new ConnectException()),
      new IllegalStateException()
    };
  }

  @ParameterizedTest
  @MethodSource("proofs")
  void withoutAConnectionNothingLeft(Throwable failure) {
    assertThat(Failures.didNotLeave(failure, true, false)).isTrue();
    assertThat(Failures.didNotLeave(failure, false, false)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("proofs")
  void aBodyThatWasReadContradictsEveryProof(Throwable failure) {
    assertThat(Failures.didNotLeave(failure, true, true)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("doubts")
  void whatEndsAConnectionProvesNothing(Throwable failure) {
    assertThat(Failures.didNotLeave(failure, true, false)).isFalse();
    assertThat(Failures.didNotLeave(failure, false, false)).isFalse();
  }

  @Test
  void aFailureOfTlsIsAProofIfThereIsABodyThatWasNotRead() {
    SSLException failure = new SSLException("closed");
    assertThat(Failures.didNotLeave(failure, true, false)).isTrue();
    assertThat(Failures.didNotLeave(failure, false, false)).isFalse();
  }

  @Test
  void whatCarriesAFailureIsTakenOff() {
    IOException failure = new IOException();
    assertThat(Failures.unwrapped(new CompletionException(new CompletionException(failure))))
        .isSameAs(failure);
    assertThat(Failures.unwrapped(failure)).isSameAs(failure);
  }

  @Test
  void aFailureOnTheWayIsToldFromABug() {
    assertThat(Failures.isOnTheWay(new IOException())).isTrue();
    assertThat(Failures.isOnTheWay(new UncheckedIOException(new IOException()))).isTrue();
    assertThat(Failures.isOnTheWay(new IllegalStateException())).isFalse();
  }
}

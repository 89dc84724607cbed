package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.semel.Fingerprint;
import dev.semel.http.RequestRules;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies of ten megabytes. Anything slower than linear would not end before the time limit that all
 * tests have; what is allocated is counted.
 */
class LargeBodiesIT {
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int LENGTH = 10 * MEBIBYTE;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path directory;

  /** A text of about ten megabytes. */
  private static String repeated(String piece) {
    return piece.repeat(LENGTH / piece.length());
  }

  private RequestBody spooled(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    InputStream socket = new ByteArrayInputStream(bytes);
    BodyStore store = BodyReader.read(socket, bytes.length, 2L * LENGTH, 1000, directory);
    return RequestBody.of(store);
  }

  /** What the thread allocates while it makes the fingerprint of a spooled body. */
  private long allocatedBytes(String contentType, String text) throws IOException {
    try (RequestBody body = spooled(text)) {
      fingerprint("text/plain", RequestBody.of(new byte[1]));
      long before = THREADS.getCurrentThreadAllocatedBytes();
      fingerprint(contentType, body);
      return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
  }

  private static Fingerprint fingerprint(String contentType, RequestBody body) {
    TestRequest request = TestRequest.post("/large").contentType(contentType).body(body);
    return Fingerprints.of(RequestRules.standard(), request);
  }

  @Test
  void readingAndSpoolingHoldsNextToNothing() throws IOException {
    byte[] bytes = new byte[LENGTH];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    InputStream socket = new ByteArrayInputStream(bytes);
    BodyReader.read(socket, LENGTH, LENGTH, 64 * 1024, directory).close();

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MEBIBYTE);
  }

  @Test
  void aDeclaredLengthThatIsFalseTakesNoMemory() throws IOException {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    InputStream socket = new ByteArrayInputStream(new byte[10]);
    BodyReader.read(socket, LENGTH, LENGTH, LENGTH, directory).close();

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(MEBIBYTE);
  }

  @Test
  void bytesAreNotHeld() throws IOException {
    assertThat(allocatedBytes("application/octet-stream", repeated("0123456789")))
        .isLessThan(MEBIBYTE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[{\"a\":1}],", "\"\\u00e9\",", "[],", "0.10e1,", "{\"b\":{},\"a\":[]},"})
  void aJsonDocumentIsHeldAFewTimes(String element) throws IOException {
    String json = "[" + repeated(element) + "0]";

    assertThat(allocatedBytes("application/json", json)).isLessThan(30L * LENGTH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "+", "%41", "="})
  void aFormIsHeldAFewTimes(String piece) throws IOException {
    assertThat(allocatedBytes("application/x-www-form-urlencoded", "a=" + repeated(piece)))
        .isLessThan(10L * LENGTH);
  }

  @Test
  void aFormOfMillionsOfFieldsIsNotTakenApart() throws IOException {
    assertThat(allocatedBytes("application/x-www-form-urlencoded", repeated("a&")))
        .isLessThan(3L * LENGTH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "application/x-www-form-urlencoded"})
  void whatIsLargerStillIsNotHeld(String contentType) throws IOException {
    String text = repeated("1234567890") + repeated("1234567890");

    assertThat(allocatedBytes(contentType, text)).isLessThan(MEBIBYTE);
  }

  @Test
  void aBodyHasOneFingerprintInMemoryAndInAFile() throws IOException {
    String json = "[" + repeated("{\"b\":1.0,\"a\":\"x\"},") + "0]";
    try (RequestBody file = spooled(json)) {
      assertThat(fingerprint("application/json", file))
          .isEqualTo(fingerprint("application/json", RequestBody.of(json.getBytes(UTF_8))));
      assertThat(fingerprint("text/plain", file))
          .isEqualTo(fingerprint("text/plain", RequestBody.of(json.getBytes(UTF_8))));
    }
  }
}

package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading, apart from the container. */
class RequestBodyTest {
  private static final int MEMORY_BYTES = 1000;
  private static final int MAX_BYTES = 100_000;
  private static final long UNDECLARED = -1;

  @TempDir Path directory;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private BodyStore read(byte[] bytes, long declaredBytes) throws IOException {
    return read(new ByteArrayInputStream(bytes), declaredBytes);
  }

  private BodyStore read(InputStream socket, long declaredBytes) throws IOException {
    return BodyReader.read(socket, declaredBytes, MAX_BYTES, MEMORY_BYTES, directory);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  /** Gives one byte at a time, as a slow network does. */
  private static InputStream trickling(byte[] bytes) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] target, int offset, int count) throws IOException {
        return super.read(target, offset, Math.min(count, 1));
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 1024, 1025, 5000, 99_999, 100_000})
  void aBodyIsReadAsItIsWhateverIsDeclared(int length) throws IOException {
    byte[] bytes = random(length);
    for (long declaredBytes : new long[] {UNDECLARED, 0, 1, length, length + 1, MAX_BYTES}) {
      try (BodyStore store = read(bytes, declaredBytes)) {
        assertThat(store.length()).isEqualTo(length);
        assertThat(store.bytes()).isEqualTo(bytes);
        assertThat(store.open(0, length)).hasBinaryContent(bytes);
        assertThat(store.open(0, length)).hasBinaryContent(bytes);
      }
    }
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 1001, 5000})
  void aBodyMayComeByteByByte(int length) throws IOException {
    byte[] bytes = random(length);
    try (BodyStore store = read(trickling(bytes), UNDECLARED)) {
      assertThat(store.bytes()).isEqualTo(bytes);
    }
  }

  @Test
  void aBodyStaysInMemoryUpToItsLimit() throws IOException {
    try (BodyStore small = read(random(MEMORY_BYTES), UNDECLARED);
        BodyStore large = read(random(MEMORY_BYTES + 1), UNDECLARED)) {
      assertThat(small).isInstanceOf(BodyStore.InMemory.class);
      assertThat(large).isInstanceOf(BodyStore.InFile.class);
      // The file has no name any more, so that it does not survive the process.
      assertThat(files()).isEmpty();
    }
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {UNDECLARED, 0, 10, MAX_BYTES, Long.MAX_VALUE})
  void aBodyOverTheLimitIsNotReadOnAndLeavesNothingBehind(long declaredBytes) throws IOException {
    byte[] bytes = random(MAX_BYTES * 2);
    ByteArrayInputStream socket = new ByteArrayInputStream(bytes);

    assertThatThrownBy(() -> read(socket, declaredBytes))
        .isInstanceOfSatisfying(
            BodyTooLargeException.class, e -> assertThat(e.maxBytes()).isEqualTo(MAX_BYTES));
    assertThat(socket.available()).isGreaterThan(MAX_BYTES / 2);
    assertThat(files()).isEmpty();
  }

  @Test
  void theLimitHoldsInMemoryToo() {
    assertThatThrownBy(
            () ->
                BodyReader.read(
                    new ByteArrayInputStream(random(11)), UNDECLARED, 10, 1000, directory))
        .isInstanceOf(BodyTooLargeException.class);
  }

  @Test
  void aBrokenConnectionLeavesNothingBehind() throws IOException {
    InputStream broken =
        new FilterInputStream(new ByteArrayInputStream(random(5000))) {
          @Override
          public int read(byte[] target, int offset, int count) throws IOException {
            int read = super.read(target, offset, count);
            if (read < 0) {
              throw new IOException("connection reset");
            }
            return read;
          }
        };

    assertThatIOException()
        .isThrownBy(() -> read(broken, UNDECLARED))
        .withMessage("connection reset");
    assertThat(files()).isEmpty();
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNamed() {
    Path missing = directory.resolve("missing");

    assertThatIOException()
        .isThrownBy(
            () ->
                BodyReader.read(
                    new ByteArrayInputStream(random(2000)), UNDECLARED, 5000, 1000, missing))
        .withMessageContaining(missing.toString())
        .withMessageContaining("writable");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 5000})
  void aPieceOfTheBodyCanBeOpened(int length) throws IOException {
    byte[] bytes = random(length);
    try (BodyStore store = read(bytes, UNDECLARED)) {
      assertThat(store.open(100, 50)).hasBinaryContent(Arrays.copyOfRange(bytes, 100, 150));
      assertThat(store.open(length, 0)).isEmpty();
      assertThatThrownBy(() -> store.open(length - 1, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 5000})
  void aStreamCanBeReadInAnyWay(int length) throws IOException {
    byte[] bytes = random(length);
    try (BodyStore store = read(bytes, UNDECLARED);
        InputStream in = store.open(10, 100)) {
      assertThat(in.read()).isEqualTo(bytes[10] & 0xFF);
      assertThat(in.skip(9)).isEqualTo(9);
      assertThat(in.available()).isEqualTo(90);
      assertThat(in.readNBytes(80)).isEqualTo(Arrays.copyOfRange(bytes, 20, 100));
      assertThat(in.skip(1000)).isEqualTo(10);
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.read(new byte[10], 0, 10)).isEqualTo(-1);
      assertThat(in.read(new byte[10], 0, 0)).isLessThanOrEqualTo(0);
    }
  }

  @Test
  void whatIsStillOpenIsClosedWithTheBody() throws IOException {
    BodyStore store = read(random(50_000), UNDECLARED);
    InputStream forgotten = store.open(0, 50_000);

    store.close();

    assertThatIOException().isThrownBy(forgotten::read);
    assertThatIOException().isThrownBy(() -> store.open(0, 1)).withMessageContaining("has ended");
    assertThat(files()).isEmpty();
  }

  @Test
  void closingTwiceDoesNoHarm() throws IOException {
    BodyStore store = read(random(5000), UNDECLARED);

    store.close();
    store.close();

    assertThat(files()).isEmpty();
  }

  @Test
  void anInterruptDoesNotCloseTheFile() throws IOException {
    byte[] bytes = random(50_000);
    try (BodyStore store = read(bytes, UNDECLARED)) {
      InputStream in = store.open(0, bytes.length);
      Thread.currentThread().interrupt();
      try {
        assertThat(in.readAllBytes()).isEqualTo(bytes);
        assertThat(store.bytes()).isEqualTo(bytes);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }
}

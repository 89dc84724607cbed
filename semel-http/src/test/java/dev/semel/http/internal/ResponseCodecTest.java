package dev.semel.http.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.CodecException;
import dev.semel.Content;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseCodecTest {
  private static final ResponseCodec CODEC = new ResponseCodec(1_000);
  private static final StoredResponse RESPONSE =
      StoredResponse.of(
          201,
          List.of(
              new HeaderField("Location", true, List.of("/orders/1")),
              new HeaderField("Vary", false, List.of("Accept", "Ä")),
              new HeaderField("Gone", true, List.of())),
          "body".getBytes(UTF_8));

  /** What version 1 wrote; it must be readable for ever. */
  private static final String VERSION_1 =
      "0100000004000000c9"
          + "020000001a01000000084c6f636174696f6e000000092f6f72646572732f31"
          + "02000000190000000004566172790000000641636365707400000002c384"
          + "02000000090100000004476f6e65"
          + "0300000004626f6479";

  private static Content content(byte[] bytes) {
    return new Content(CODEC.contentType(), CODEC.schemaVersion(), bytes);
  }

  private static void assertIsTheResponse(StoredResponse read) {
    assertThat(read.status()).isEqualTo(201);
    assertThat(read.fields()).isEqualTo(RESPONSE.fields());
    assertThat(read.body()).isEqualTo(RESPONSE.body());
    assertThat(read.errorMessage()).isNull();
    assertThat(read.isKept()).isTrue();
  }

  @Test
  void whatIsWrittenIsReadBack() {
    assertIsTheResponse(CODEC.decode(content(CODEC.encode(RESPONSE))));
    StoredResponse error = StoredResponse.error(404, List.of(), "no lamp");
    assertThat(CODEC.decode(content(CODEC.encode(error))).errorMessage()).isEqualTo("no lamp");
  }

  @Test
  void whatEarlierVersionsWroteIsReadAndStillWrittenTheSame() {
    byte[] stored = HexFormat.of().parseHex(VERSION_1);

    assertIsTheResponse(CODEC.decode(content(stored)));
    assertThat(CODEC.encode(RESPONSE)).isEqualTo(stored);
  }

  @Test
  void whatALaterVersionAddsIsSkipped() {
    byte[] encoded = CODEC.encode(RESPONSE);
    byte[] later = Arrays.copyOf(encoded, encoded.length + 8);
    System.arraycopy(new byte[] {99, 0, 0, 0, 3, 1, 2, 3}, 0, later, encoded.length, 8);

    assertIsTheResponse(CODEC.decode(content(later)));
  }

  @Test
  void damageIsNoticedWhereverItIs() {
    byte[] encoded = CODEC.encode(RESPONSE);
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      try {
        assertThat(CODEC.decode(content(cut)).status()).isEqualTo(201);
      } catch (CodecException e) {
        assertThat(e).hasMessageContaining("damaged");
      }
    }
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> CODEC.decode(content(HexFormat.of().parseHex("01ffffffff"))));
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> CODEC.decode(new Content("text/plain", 1, encoded)))
        .withMessageContaining("another program");
  }

  @Test
  void tooLargeIsToldWithoutEncoding() {
    assertThat(CODEC.keeps(StoredResponse.of(200, List.of(), new byte[1_000]))).isTrue();
    assertThat(CODEC.keeps(StoredResponse.of(200, List.of(), new byte[1_001]))).isFalse();
    assertThat(CODEC.keeps(StoredResponse.unkept(200, 5_000_000_000L))).isFalse();
    assertThat(CODEC.minBytes(StoredResponse.unkept(200, 5_000_000_000L)))
        .isGreaterThan(5_000_000_000L);
    assertThat(CODEC.minBytes(StoredResponse.of(200, List.of(), new byte[1_000]))).isEqualTo(1_000);
    HeaderField wide = new HeaderField("Wide", true, List.of("x".repeat(64 * 1024)));
    assertThat(CODEC.keeps(StoredResponse.of(200, List.of(wide), new byte[0]))).isFalse();
  }
}

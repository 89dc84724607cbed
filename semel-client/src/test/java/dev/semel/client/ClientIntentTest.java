package dev.semel.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientIntentTest {
  private static final URI ORDERS = URI.create("https://shop.example/orders?token=secret");

  @TempDir Path folder;

  @Test
  void everyIntentThatABuilderMakesHasAKeyOfItsOwn() {
    ClientIntent.Builder builder = ClientIntent.post(ORDERS);
    assertThat(builder.build().key()).isNotEqualTo(builder.build().key());
  }

  @Test
  void aKeyIsCheckedBeforeAnyWork() {
    assertThatIllegalArgumentException().isThrownBy(() -> ClientIntent.post(ORDERS).key(""));
    assertThatIllegalArgumentException().isThrownBy(() -> ClientIntent.post(ORDERS).key("é"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"orders", "ftp://shop.example/", "http:/orders", "https://ada:pw@shop.example/"})
  void anAddressThatCannotOrMustNotBeUsedIsRefused(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(URI.create(address)))
        .withMessageStartingWith("the address ")
        .withMessageNotContaining("pw");
  }

  @Test
  void headersThatTheJdkRefusesAreRefusedEarly() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(ORDERS).header("Content-Length", "1").build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(ORDERS).header("X-A", "1\r\nX-B: 2").build());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(ORDERS).header("X A", "1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.of("PO ST", ORDERS))
        .withMessageContaining("the method has the character U+0020 at position 2");
  }

  @Test
  void headersHaveALimit() {
    ClientIntent.Builder many = ClientIntent.post(ORDERS);
    for (int i = 0; i <= 100; i++) {
      many.header("X-" + i, "v");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(many::build)
        .withMessage("101 headers; at most 100 are allowed");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(ORDERS).header("X", "v".repeat(65_536)).build())
        .withMessage("the headers have 65537 characters; at most 65536 are allowed");
  }

  @Test
  void anIntentOfAnEarlierProcessNeedsItsKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientIntent.post(ORDERS).attemptedBefore(Instant.EPOCH).build())
        .withMessageContaining("needs the key of that time");
    ClientIntent again =
        ClientIntent.post(ORDERS).key("k-1").attemptedBefore(Instant.EPOCH).build();
    assertThat(again.firstAttemptAt()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void methodAddressAndKeyNameTheIntent() {
    String digest = ClientIntent.post(ORDERS).key("k-1").build().digest();
    assertThat(digest).hasSize(64);
    assertThat(ClientIntent.post(ORDERS).key("k-1").body("x").build().digest()).isEqualTo(digest);
    assertThat(ClientIntent.post(ORDERS).key("k-2").build().digest()).isNotEqualTo(digest);
    assertThat(ClientIntent.put(ORDERS).key("k-1").build().digest()).isNotEqualTo(digest);
    assertThat(ClientIntent.post(URI.create("https://shop.example/o")).key("k-1").build().digest())
        .isNotEqualTo(digest);
  }

  @Test
  void itsDescriptionTellsNoSecrets() {
    ClientIntent intent =
        ClientIntent.post(ORDERS).key("private").header("Cookie", "c=1").body("payload").build();
    assertThat(intent.toString())
        .matches("intent [0-9a-f]{12}: POST https://shop.example/orders")
        .contains(intent.shortDigest());
    assertThat(intent.headers()).hasToString("[Cookie]");
  }

  @Test
  void everyKindOfBodyCanBeReadIntoMemory() throws IOException {
    Path file = Files.writeString(folder.resolve("body"), "hello");
    ClientIntent.Builder builder = ClientIntent.post(ORDERS);
    assertThat(builder.build().bodyBytes(5)).isEmpty();
    assertThat(builder.body("hello").build().bodyBytes(5)).asString().isEqualTo("hello");
    assertThat(builder.body(file).build().bodyBytes(5)).asString().isEqualTo("hello");
    assertThat(builder.body(() -> BodyPublishers.ofString("hello")).build().bodyBytes(5))
        .asString()
        .isEqualTo("hello");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.build().bodyBytes(4))
        .withMessage("the body is larger than 4 bytes; raise the limit or send less");
  }

  @Test
  void aBodyThatCannotBeReadIsReported() {
    InputStream broken =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public synchronized int read(byte[] b, int off, int len) {
            throw new IllegalStateException("on purpose");
          }
        };
    ClientIntent intent =
        ClientIntent.post(ORDERS).body(() -> BodyPublishers.ofInputStream(() -> broken)).build();
    assertThatThrownBy(() -> intent.bodyBytes(10)).hasStackTraceContaining("on purpose");
  }
}

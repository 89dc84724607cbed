package dev.semel.signing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A measurement would say more about the machine than about the code, so this looks at what the
 * compiled class calls.
 */
class ConstantTimeTest {
  @Test
  void signaturesAreComparedInConstantTime() throws IOException {
    assertThat(compiled("HmacSecret$Signature.class"))
        .contains("java/security/MessageDigest", "isEqual")
        .doesNotContain("java/util/Arrays");
  }

  private static String compiled(String file) throws IOException {
    try (InputStream bytes =
        Objects.requireNonNull(HmacSecret.class.getResourceAsStream(file), file)) {
      return new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}

package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.http.internal.MultipartIndex.Header;
import dev.semel.http.internal.MultipartIndex.Part;
import dev.semel.http.internal.MultipartIndex.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartIndexTest {
  private static RequestBody body(String text) {
    return RequestBody.of(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static MultipartIndex index(String text) throws IOException {
    return MultipartIndex.of(body(text), "b");
  }

  private static String content(String text, Slice slice) throws IOException {
    try (InputStream in = body(text).open(slice.offset(), slice.length())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static String onlyContent(String text) throws IOException {
    MultipartIndex index = index(text);
    assertThat(index.parts()).hasSize(1);
    return content(text, index.parts().get(0).content());
  }

  @Test
  void partsLieBetweenDelimiters() throws IOException {
    String text = "--b\r\nA: 1\r\nB:2 \r\n\r\nfirst\r\n--b\r\n\r\nsecond\r\n--b--\r\n";

    MultipartIndex index = index(text);

    assertThat(index.parts()).hasSize(2);
    Part first = index.parts().get(0);
    assertThat(first.headers()).containsExactly(new Header("A", "1"), new Header("B", "2"));
    assertThat(first.header("a")).isEqualTo("1");
    assertThat(first.header("c")).isNull();
    assertThat(content(text, first.content())).isEqualTo("first");
    assertThat(index.parts().get(1).headers()).isEmpty();
    assertThat(content(text, index.parts().get(1).content())).isEqualTo("second");
    assertThat(index.preamble().length()).isZero();
    assertThat(content(text, index.epilogue())).isEqualTo("\r\n");
  }

  @Test
  void thereMayBeTextAroundTheParts() throws IOException {
    String text = "hello\r\n--b\r\n\r\nx\r\n--b--bye";

    assertThat(content(text, index(text).preamble())).isEqualTo("hello");
    assertThat(content(text, index(text).epilogue())).isEqualTo("bye");
  }

  @Test
  void aPartMayBeEmpty() throws IOException {
    assertThat(onlyContent("--b\r\nA:1\r\n\r\n\r\n--b--")).isEmpty();
    assertThat(onlyContent("--b\r\nA:1\r\n\r\n--b--")).isEmpty();
  }

  @Test
  void thereMayBeNoPart() throws IOException {
    assertThat(index("--b--").parts()).isEmpty();
  }

  @Test
  void theDelimiterMayBeFollowedBySpaces() throws IOException {
    assertThat(onlyContent("--b \t\r\n\r\nx\r\n--b--")).isEqualTo("x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        "\r",
        "\n",
        "\r\n\r\n",
        "\r\n-",
        "\r\n--",
        "\r\n--a",
        "--b",
        "x--b--",
        "\r\r\n--\r\n--x",
        "\n--b\n",
        "\r\n\r\n--c\r\n-"
      })
  void whatLooksLikeTheBeginningOfADelimiterIsContent(String looksLike) throws IOException {
    String content = "a" + looksLike + "z";

    assertThat(onlyContent("--b\r\n\r\n" + content + "\r\n--b--")).isEqualTo(content);
    assertThat(onlyContent("--b\r\n\r\na" + looksLike + "\r\n--b--")).isEqualTo("a" + looksLike);
  }

  @Test
  void aDelimiterThatRepeatsItselfIsFound() throws IOException {
    String text = "--\r\n--x\r\n\r\na\r\n--\r\n--\r\n--x--";

    MultipartIndex index = MultipartIndex.of(body(text), "\r\n--x");

    assertThat(content(text, index.parts().get(0).content())).isEqualTo("a\r\n--");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "--b",
        "--b\r\n",
        "--b\r\nA:1\r\n",
        "--b\r\nA:1\r\n\r\n",
        "--b\r\nA:1\r\n\r\nx",
        "--b\r\nA:1\r\n\r\nx\r\n--b",
        "--b\r\nA:1\r\n\r\nx\r\n--b-",
        "--b\r\nA:1\r\n\r\nx\r\n--bb\r\n\r\ny\r\n--b--",
        "--b\nA:1\n\nx\n--b--",
        "--b\r\nA\r\n\r\nx\r\n--b--",
        "--b\r\n:1\r\n\r\nx\r\n--b--",
        "--b\r\n A:1\r\n\r\nx\r\n--b--",
        "--b\r\nA:1\r\r\n\r\nx\r\n--b--",
        "--a\r\n\r\nx\r\n--a--"
      })
  void whatHasNoPartsBetweenSuchDelimitersIsMalformed(String text) {
    assertThatThrownBy(() -> index(text)).isInstanceOf(MalformedMultipartException.class);
  }

  @Test
  void everythingHasALimit() throws IOException {
    String part = "--b\r\n\r\n\r\n";
    String header = "A:" + "x".repeat(MultipartScanner.MAX_HEADER_BYTES);

    assertThat(index(part.repeat(MultipartScanner.MAX_PARTS) + "--b--").parts())
        .hasSize(MultipartScanner.MAX_PARTS);
    assertThatThrownBy(() -> index(part.repeat(MultipartScanner.MAX_PARTS + 1) + "--b--"))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining("1000 parts");
    assertThatThrownBy(() -> index("--b\r\n" + header + "\r\n\r\n\r\n--b--"))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining("headers");
    assertThatThrownBy(() -> MultipartIndex.of(body("--"), ""))
        .isInstanceOf(MalformedMultipartException.class);
    assertThatThrownBy(() -> MultipartIndex.of(body("--"), "b".repeat(201)))
        .isInstanceOf(MalformedMultipartException.class);
  }
}

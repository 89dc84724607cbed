package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlEncodedTest {
  private static final int MANY = 1000;

  /** The fields as {@code [name|value]}, one after the other. */
  private static String fields(String text) {
    return UrlEncoded.parse(text.getBytes(StandardCharsets.UTF_8), MANY).stream()
        .map(field -> "[" + utf8(field.name()) + "|" + utf8(field.value()) + "]")
        .collect(Collectors.joining());
  }

  private static String utf8(String octets) {
    return Octets.decode(octets, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "`` -> ``",
        "name -> [name|]",
        "name= -> [name|]",
        "=value -> [|value]",
        "= -> [|]",
        "& -> ``",
        "&&& -> ``",
        "a=1&b=2 -> [a|1][b|2]",
        "&&a=1&&&b=2& -> [a|1][b|2]",
        "a&b=2&c -> [a|][b|2][c|]",
        "a=1&a=2&a=1 -> [a|1][a|2][a|1]",
        "a==b -> [a|=b]",
        "a=b=c&d -> [a|b=c][d|]",
        "a+b=c+d -> [a b|c d]",
        "a%20b=%20 -> [a b|` `]",
        "+=+ -> [ | ]",
        "%2B=%2b -> [+|+]",
        "a%3Db%26c=%3D%26 -> [a=b&c|=&]",
        "a=% -> [a|%]",
        "a=%4 -> [a|%4]",
        "a=%zz&b=%4g -> [a|%zz][b|%4g]",
        "a=%%41 -> [a|%A]",
        "a=%2541 -> [a|%41]",
        "%61%62=%63 -> [ab|c]",
        "a=%c3%a9&b=é -> [a|é][b|é]",
        "%E2%82%AC=€ -> [€|€]",
        "a;b=1;2 -> [a;b|1;2]",
        "_charset_=windows-1252&a=%E9 -> [_charset_|windows-1252][a|\uFFFD]",
        "a=%EF%BB%BFx -> [a|\uFEFFx]",
        "a=%00 -> [a|\0]",
        "a[]=1&a[0]=2 -> [a[]|1][a[0]|2]",
        "?a=1 -> [?a|1]",
        "#=# -> [#|#]",
        "%26=1&b -> [&|1][b|]",
        "a=%FE%FF -> [a|\uFFFD\uFFFD]"
      })
  void fieldsAreReadAsBrowsersWriteThem(String text, String expected) {
    assertThat(fields(text)).isEqualTo(expected.replace("`", ""));
  }

  @Test
  void bytesThatAreNoTextStayApart() {
    List<UrlEncoded.Field> fields =
        UrlEncoded.parse("a=%FE&a=%FF".getBytes(StandardCharsets.UTF_8), MANY);

    assertThat(fields.get(0)).isNotEqualTo(fields.get(1));
  }

  @Test
  void readingStopsOneFieldBehindTheLimit() {
    byte[] text = "a&".repeat(100).getBytes(StandardCharsets.UTF_8);

    assertThat(UrlEncoded.parse(text, 100)).hasSize(100);
    assertThat(UrlEncoded.parse(text, 99)).hasSize(100);
    assertThat(UrlEncoded.parse(text, 10)).hasSize(11);
  }
}

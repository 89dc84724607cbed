package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlFormTest {
  private static String query(String query, String... ignored) {
    return new QueryForm(List.of(ignored)).normalForm(query);
  }

  @ParameterizedTest
  @CsvSource({
    "/%7Esmith/home,/~smith/home",
    "/%7esmith/home,/~smith/home",
    "/%41%2d%2E%5f%30,/A-._0",
    "/a%2fb,/a%2Fb",
    "/%c3%a9,/%C3%A9",
    "/é,/%C3%A9",
    "/é%41,/%C3%A9A",
    "/%,/%",
    "/%4,/%4",
    "/%zz,/%zz",
    "/%2541,/%2541",
    "/a/../b//c/,/a/../b//c/",
    "/A/b;x=1;Y=%32,/A/b;x=1;Y=2",
    "/a+b,/a+b",
    "/a%2Bb,/a%2Bb",
    "/a%20b,/a%20b"
  })
  void aPathIsDecodedOnlyWhereItNeedNotBeEncoded(String path, String expected) {
    assertThat(Percent.normalForm(path)).isEqualTo(expected);
    assertThat(Percent.normalForm(expected)).isEqualTo(expected);
  }

  @Test
  void parametersOfAQueryAreSortedByName() {
    assertThat(query("b=2&a=1")).isEqualTo("a=1&b=2");
    assertThat(query("a=1&b=2")).isEqualTo("a=1&b=2");
  }

  @Test
  void parametersOfOneNameKeepTheirOrderHoweverItIsSpelled() {
    assertThat(query("a=2&b=0&a=1")).isEqualTo("a=2&a=1&b=0");
    assertThat(query("a=2&%61=1")).isEqualTo("a=2&a=1");
    assertThat(query("x+y=2&x%20y=1")).isNotEqualTo(query("x%20y=1&x+y=2"));
  }

  @Test
  void aParameterIsSpelledInOneWay() {
    assertThat(query("q=%7e%c3%a9")).isEqualTo("q=~%C3%A9");
    assertThat(query("q=%26&r=%3d")).isEqualTo("q=%26&r=%3D");
    assertThat(query("q=a+b")).isNotEqualTo(query("q=a%2Bb"));
  }

  @Test
  void aQueryWithoutParametersIsNone() {
    assertThat(new QueryForm(List.of()).normalForm(null)).isEmpty();
    assertThat(query("")).isEmpty();
    assertThat(query("&&")).isEmpty();
    assertThat(query("a=1&&b=2&")).isEqualTo("a=1&b=2");
  }

  @Test
  void ignoredParametersAreLeftOut() {
    assertThat(query("utm_source=x&a=1&utm_=&trace=7", "utm_*", "trace")).isEqualTo("a=1");
    assertThat(query("%75tm_source=x&a=1", "utm_*")).isEqualTo("a=1");
    assertThat(query("Trace=7&tracer=8&xtrace=9", "trace")).isEqualTo("Trace=7&tracer=8&xtrace=9");
    assertThat(query("a.c=1&abc=2", "a.c")).isEqualTo("abc=2");
    assertThat(query("x-a-y=1&x-y=2", "x*y")).isEmpty();
    assertThat(query("caf%C3%A9=1&b", "café")).isEqualTo("b");
  }
}

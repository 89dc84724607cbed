package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.http.KeyPolicy;
import dev.semel.http.internal.KeyHeader.Absent;
import dev.semel.http.internal.KeyHeader.Bad;
import dev.semel.http.internal.KeyHeader.Found;
import dev.semel.http.internal.KeyHeader.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyKeyTest {
  private static final KeyPolicy POLICY = KeyPolicy.lenient().orInBody("/meta/key");

  private static KeyHeader read(TestRequest request) throws IOException {
    return BodyKey.read(request.payload(), "/meta/key", POLICY);
  }

  private static KeyHeader read(String json) throws IOException {
    return read(TestRequest.post("/cases").json(json));
  }

  private static Found found(String key) {
    return new Found(key, null, null);
  }

  @Test
  void theStringAtThePointerIsTheKey() throws IOException {
    assertThat(read("{\"meta\":{\"key\":\"abc\"},\"amount\":1}")).isEqualTo(found("abc"));
    assertThat(read("{\"meta\":{\"key\":\"\\u0061bc\"}}")).isEqualTo(found("abc"));
    assertThat(read("{\"meta\":{\"key\":\"a b\\\"c\\\\n/\"}}")).isEqualTo(found("a b\"c\\n/"));
  }

  @Test
  void withoutAnythingAtThePointerThereIsNoKey() throws IOException {
    assertThat(read("{\"meta\":{},\"key\":\"abc\"}")).isEqualTo(new Absent());
    assertThat(read("[]")).isEqualTo(new Absent());
  }

  @Test
  void onlyAJsonBodyHasAKey() throws IOException {
    TestRequest request = TestRequest.post("/cases").body("{\"meta\":{\"key\":\"abc\"}}");

    assertThat(read(request)).isEqualTo(new Absent());
    assertThat(read(request.contentType("text/plain"))).isEqualTo(new Absent());
    assertThat(read(request.contentType("application/x+json"))).isEqualTo(found("abc"));
    assertThat(read(TestRequest.post("/cases").json(""))).isEqualTo(new Absent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"meta\":{\"key\":1}}",
        "{\"meta\":{\"key\":null}}",
        "{\"meta\":{\"key\":[\"abc\"]}}",
        "{\"meta\":{\"key\":\"\"}}",
        "{\"meta\":{\"key\":\"a\\nb\"}}",
        "{\"meta\":{\"key\":\"a\\u0000\"}}",
        "{\"meta\":{\"key\":\"é\"}}",
        "{\"meta\":{\"key\":\"abc\"}",
        "{\"meta\":{\"key\":\"abc\",\"key\":\"def\"}}"
      })
  void anythingButOneStringOfPrintableAsciiIsMalformed(String json) throws IOException {
    assertThat(read(json))
        .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.kind()).isEqualTo(Kind.MALFORMED));
  }

  @Test
  void thePolicyHoldsForItToo() throws IOException {
    assertThat(read("{\"meta\":{\"key\":\"%s\"}}".formatted("k".repeat(256))))
        .isInstanceOfSatisfying(Bad.class, bad -> assertThat(bad.kind()).isEqualTo(Kind.TOO_LONG));
  }
}

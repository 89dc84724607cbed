package dev.semel.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeaderPolicyTest {
  private static List<String> kept(HeaderPolicy policy, String... names) {
    List<HeaderField> fields =
        Stream.of(names).map(name -> new HeaderField(name, true, List.of("v"))).toList();
    return policy.kept(fields).stream().map(HeaderField::name).toList();
  }

  @Test
  void namesAreComparedWithoutCase() {
    HeaderPolicy policy = HeaderPolicy.of(List.of(), List.of());

    assertThat(kept(policy, "SET-COOKIE", "set-cookie", "X-rAtElImIt-Reset", "DATE")).isEmpty();
    assertThat(kept(policy, "ETag", "x-b3", "X-Rated")).containsExactly("ETag", "x-b3", "X-Rated");
  }

  @Test
  void whatAConnectionFieldNamesIsNotKept() {
    HeaderPolicy policy = HeaderPolicy.of(List.of(), List.of());
    List<HeaderField> fields =
        List.of(
            new HeaderField("Connection", false, List.of("close, X-One", "x-two")),
            new HeaderField("X-One", true, List.of("1")),
            new HeaderField("X-Two", true, List.of("2")),
            new HeaderField("X-Three", true, List.of("3")));

    assertThat(policy.kept(fields)).extracting(HeaderField::name).containsExactly("X-Three");
  }

  @Test
  void exceptionsWorkInBothDirectionsButNotForWhatWouldDoHarm() {
    HeaderPolicy policy = HeaderPolicy.of(List.of("X-Request-Id"), List.of("ETag", "Link"));

    assertThat(kept(policy, "x-request-id", "etag", "LINK", "Vary"))
        .containsExactly("x-request-id", "Vary");
    for (String name : List.of("Set-Cookie", "content-length", "Transfer-Encoding")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> HeaderPolicy.of(List.of(name), List.of()))
          .withMessageContaining("must not be kept");
    }
  }
}

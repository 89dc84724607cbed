package dev.semel.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a protected path is spelled, it needs a token. */
@ExtendWith(ServerExtension.class)
class TokenPathsIT {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%61pi/storm",
        "/%61%70%69/storm",
        "/api;v=1/storm",
        "/;v=1/api/storm",
        "/api/storm;v=1",
        "/api/%73torm",
        "//api/storm",
        "/;//api/storm",
        "/./api/storm",
        "/%2e/api/storm",
        "/users/../api/storm",
        "/users/%2e%2e/api/storm",
        "/users/..;/api/storm",
        "/api/users/../storm",
        "/api/users;/../storm",
        "/api/storm/../users",
        "/api/storm/limits/..",
        "/api/users/",
        "/api"
      })
  void everySpellingOfAProtectedPathNeedsAToken(String path, Api api) {
    assertThat(api.statusWithoutToken(path)).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/api%2Fstorm", "/api%5Cstorm", "/%2561pi/storm", "/api%3Bv=1/storm", "/a%25b"})
  void pathOutsideOfTheApiIsNotServed(String path, Api api) {
    assertThat(api.statusWithoutToken(path)).isIn(400, 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%61pi/storm", "/api;v=1/storm"})
  void encodedPathIsServedWithAToken(String path, Api api) {
    assertThat(api.get("north-olga", path).status()).isIn(200, 204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/users", "/%61pi/users", "/api/users;v=1", "/api/storm/limits"})
  void pathThatIsOpenToAllNeedsNoToken(String path, Api api) {
    assertThat(api.statusWithoutToken(path)).isEqualTo(200);
  }

  @Test
  void encodedPathOfAWriteNeedsAToken(Api api) {
    String body =
        "{\"source\": \"s\", \"complaintRef\": \"%s\", \"subject\": \"x\"}".formatted(Api.newKey());

    assertThat(api.post(null, Api.newKey(), "/%61pi/cases", body).status()).isEqualTo(401);
  }
}

package dev.semel.spring.first.guide;

// snippet: first-endpoint-test
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest(properties = "semel.test.embedded-postgres=true")
@AutoConfigureMockMvc
class CaseworkIT {
  @Autowired MockMvcTester mvc;
  @Autowired JdbcClient jdbc;

  private MvcTestResult open(String key, String complaint) {
    return mvc.post()
        .uri("/cases")
        .header("Idempotency-Key", key)
        .contentType(MediaType.APPLICATION_JSON)
        .content("{\"complaint\": \"%s\"}".formatted(complaint))
        .exchange();
  }

  @Test
  void aRequestThatIsSentTwiceOpensOneCase() {
    MvcTestResult first = open("key-1", "noise at night");
    MvcTestResult retry = open("key-1", "noise at night");

    assertThat(first).hasStatus(201).doesNotContainHeader("Idempotent-Replayed");
    assertThat(retry).hasStatus(201).hasHeader("Idempotent-Replayed", "true");
    assertThat(retry.getResponse().getContentAsByteArray())
        .isEqualTo(first.getResponse().getContentAsByteArray());
    assertThat(cases("noise at night")).isEqualTo(1);
  }

  @Test
  void aKeyIsNotUsedForSomethingElse() {
    open("key-2", "noise by day");

    assertThat(open("key-2", "smell")).hasStatus(422);
    assertThat(cases("smell")).isZero();
  }

  private long cases(String complaint) {
    return jdbc.sql("SELECT count(*) FROM cases WHERE complaint = ?")
        .param(complaint)
        .query(Long.class)
        .single();
  }
}
// end snippet

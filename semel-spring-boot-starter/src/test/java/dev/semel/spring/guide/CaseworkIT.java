package dev.semel.spring.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Outcome;
import dev.semel.RejectedException;
import dev.semel.spring.guide.CaseController.CaseOpened;
import dev.semel.spring.guide.CaseController.OpenCase;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

// snippet: spring-boot-test
@SpringBootTest(properties = "semel.test.embedded-postgres=true")
@AutoConfigureMockMvc // with the filter
@WithMockUser("north-olga")
class CaseworkIT {
  @Autowired MockMvcTester mvc;
  @Autowired JdbcClient jdbc;

  @Test
  void aCaseIsOpenedOnceHoweverOftenTheRequestIsSent() {
    String key = UUID.randomUUID().toString();
    MvcTestResult first = open(key, "noise");
    MvcTestResult retry = open(key, "noise");
    assertThat(first).hasStatus(201).doesNotContainHeader("Idempotent-Replayed");
    assertThat(retry).hasStatus(201).hasHeader("Idempotent-Replayed", "true");
    assertThat(retry.getResponse().getContentAsByteArray())
        .isEqualTo(first.getResponse().getContentAsByteArray());
    assertThat(cases("noise")).isEqualTo(1);
  }

  private MvcTestResult open(String key, String complaint) {
    return mvc.post()
        .uri("/cases")
        .header("Idempotency-Key", key)
        .contentType(MediaType.APPLICATION_JSON)
        .content("{\"complaint\": \"%s\"}".formatted(complaint))
        .exchange();
  }

  private long cases(String complaint) {
    return jdbc.sql("SELECT count(*) FROM public.casefile WHERE complaint = ?")
        .param(complaint)
        .query(Long.class)
        .single();
  }

  // end snippet

  @Autowired Programmatic programmatic;

  private MvcTestResult close(String key, long id) {
    return mvc.post().uri("/cases/{id}/close", id).header("Idempotency-Key", key).exchange();
  }

  @Test
  void auditAndEventCommitWithTheCase() {
    open(UUID.randomUUID().toString(), "smoke");
    for (String table : new String[] {"audit", "outbox"}) {
      assertThat(jdbc.sql("SELECT count(*) FROM semel." + table).query(Long.class).single())
          .isPositive();
    }
  }

  @Test
  void closingACaseTwiceIsANoThatStays() {
    open(UUID.randomUUID().toString(), "smell");
    long id =
        jdbc.sql("SELECT id FROM public.casefile WHERE complaint = 'smell'")
            .query(Long.class)
            .single();
    assertThat(close(UUID.randomUUID().toString(), id)).hasStatus(200);
    String second = UUID.randomUUID().toString();
    assertThat(close(second, id)).hasStatus(422).bodyText().contains("NOT_OPEN");
    assertThat(close(second, id)).hasStatus(422).hasHeader("Idempotent-Replayed", "true");
  }

  @Test
  void keysMustBeUuidsHere() {
    assertThat(open("not-a-uuid", "light")).hasStatus(400);
    assertThat(cases("light")).isZero();
  }

  @Test
  void anInquiryIsLeased() {
    String key = UUID.randomUUID().toString();
    for (int i = 0; i < 2; i++) {
      MvcTestResult asked =
          mvc.post().uri("/cases/7/inquiries").header("Idempotency-Key", key).exchange();
      assertThat(asked).hasStatus(200).bodyText().isEqualTo("asked about 7");
    }
  }

  @Test
  void aCommandCanDoWithoutAnAnnotation() {
    OpenCase request = new OpenCase("dust");
    Outcome<CaseOpened> first = programmatic.open("north", "k-1", request);
    assertThat(first).isInstanceOf(Outcome.Executed.class);
    assertThat(programmatic.open("north", "k-1", request).isReplay()).isTrue();
    assertThat(programmatic.open("north", "k-2", request)).isInstanceOf(Outcome.Rejected.class);
    assertThat(cases("dust")).isEqualTo(1);
  }

  @Test
  void aCommandJoinsTheTransactionAroundIt() throws RejectedException {
    programmatic.importComplaint("north", "line-1", new OpenCase("traffic"));
    assertThat(
            jdbc.sql("SELECT state FROM public.casefile WHERE complaint = 'traffic'")
                .query(String.class)
                .single())
        .isEqualTo("IMPORTED");
  }

  @Autowired Purging purging;

  @Test
  void whatIsStillKeptIsNotPurged() {
    String key = UUID.randomUUID().toString();
    open(key, "litter");
    purging.purge();
    assertThat(open(key, "litter")).hasHeader("Idempotent-Replayed", "true");
  }
  // snippet: spring-boot-test
}
// end snippet

package dev.semel.spring.guide;

import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.spring.guide.CaseController.CaseOpened;
import dev.semel.spring.guide.CaseController.OpenCase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Commands without an annotation. */
@Component
class Programmatic {
  // snippet: spring-operation
  private static final SemelJson JSON = SemelJson.standard();

  private static final Operation<OpenCase, CaseOpened> OPEN_CASE =
      Operation.named("open-case")
          .taking(JSON.payload(OpenCase.class))
          .answering(JSON.result(CaseOpened.class))
          .alreadyExists("one_case_per_complaint", "CASE_EXISTS");

  // end snippet

  private final Semel semel;
  private final JdbcClient jdbc;

  Programmatic(Semel semel, JdbcClient jdbc) {
    this.semel = semel;
    this.jdbc = jdbc;
  }

  // snippet: spring-once
  Outcome<CaseOpened> open(String tenant, String key, OpenCase request) {
    return semel.once(
        OPEN_CASE.intent(tenant, key, request),
        effect -> {
          CaseOpened opened = insert(tenant, request);
          effect.audit("OPEN_CASE", "case " + opened.caseId(), null);
          return opened;
        });
  }

  // end snippet

  // snippet: spring-joining
  @Transactional
  public void importComplaint(String tenant, String line, OpenCase request) {
    CaseOpened opened =
        semel
            .once(OPEN_CASE.intent(tenant, line, request), effect -> insert(tenant, request))
            .orElseThrow();
    jdbc.sql("UPDATE public.casefile SET state = 'IMPORTED' WHERE id = ?")
        .param(opened.caseId())
        .update();
  }

  // end snippet

  private CaseOpened insert(String tenant, OpenCase request) {
    long id =
        jdbc.sql("INSERT INTO public.casefile (tenant, complaint) VALUES (?, ?) RETURNING id")
            .params(tenant, request.complaint())
            .query(Long.class)
            .single();
    return new CaseOpened(id, request.complaint());
  }
}

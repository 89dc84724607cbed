package dev.semel.spring.guide;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.spring.guide.CaseController.CaseOpened;
import dev.semel.spring.guide.CaseController.OpenCase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// snippet: spring-desk
@Service
@Transactional
class CaseDesk {
  private final JdbcClient jdbc;
  private final JdbcEffect effect;

  CaseDesk(JdbcClient jdbc, JdbcEffect effect) {
    this.jdbc = jdbc;
    this.effect = effect;
  }

  public CaseOpened open(OpenCase request) {
    long id =
        jdbc.sql("INSERT INTO public.casefile (tenant, complaint) VALUES (?, ?) RETURNING id")
            .params(tenant(), request.complaint())
            .query(Long.class)
            .single();
    effect.audit("OPEN_CASE", "case " + id, null);
    effect.publish(Event.of("case", Long.toString(id), "CaseOpened", null).version(1));
    return new CaseOpened(id, request.complaint());
  }

  public void close(long id) {
    int closed =
        jdbc.sql(
                "UPDATE public.casefile SET state = 'CLOSED' WHERE id = ? AND tenant = ? AND state = 'OPEN'")
            .params(id, tenant())
            .update();
    if (closed == 0) {
      throw effect.reject("NOT_OPEN", "case %d is not open".formatted(id));
    }
  }

  private String tenant() {
    return effect.intent().scope().tenant();
  }
}
// end snippet

package dev.semel.spring.events.guide;

// snippet: spring-transaction-events
import dev.semel.Event;
import dev.semel.spring.event.TransactionEvents;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Closing {
  private final JdbcClient jdbc;
  private final TransactionEvents events;

  Closing(JdbcClient jdbc, TransactionEvents events) {
    this.jdbc = jdbc;
    this.events = events;
  }

  @Transactional
  public void close(String tenant, long id) {
    long version =
        jdbc.sql(
                "UPDATE public.casefile SET state = 'CLOSED', version = version + 1 WHERE id = ? RETURNING version")
            .param(id)
            .query(Long.class)
            .single();
    events.publish(
        tenant, Event.of("case", Long.toString(id), "CaseClosed", "{}").version(version));
  }
}
// end snippet

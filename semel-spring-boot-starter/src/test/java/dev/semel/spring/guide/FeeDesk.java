package dev.semel.spring.guide;

import dev.semel.JdbcEffect;
import dev.semel.RejectedException;
import dev.semel.spring.Idempotent;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

// snippet: spring-service
@Service
class FeeDesk {
  record ChargeFee(String commandId, long caseId, long cents) {}

  record FeeCharged(long caseId, long totalCents) {}

  private final JdbcClient jdbc;
  private final JdbcEffect effect;

  FeeDesk(JdbcClient jdbc, JdbcEffect effect) {
    this.jdbc = jdbc;
    this.effect = effect;
  }

  @Idempotent(
      operation = "charge-fee",
      key = "#request.commandId",
      retention = Idempotent.PERMANENT)
  public FeeCharged charge(ChargeFee request) {
    if (request.cents() > 100_000) {
      throw new RejectedException("FEE_TOO_HIGH", "at most 1000.00 at a time");
    }
    long total =
        jdbc.sql(
                "UPDATE public.casefile SET fee_cents = fee_cents + ? WHERE id = ? AND tenant = ? RETURNING fee_cents")
            .params(request.cents(), request.caseId(), effect.intent().scope().tenant())
            .query(Long.class)
            .single();
    return new FeeCharged(request.caseId(), total);
  }

  // end snippet

  // snippet: spring-service-scope
  @Idempotent(
      operation = "waive-fee",
      key = "#messageId",
      tenant = "#tenant",
      principal = "null", // a message: no user asks
      fingerprint = "#caseId")
  public void waive(String messageId, String tenant, long caseId, long receivedAtMillis) {
    jdbc.sql("UPDATE public.casefile SET fee_cents = 0 WHERE id = ? AND tenant = ?")
        .params(caseId, tenant)
        .update();
  }
  // end snippet

  // snippet: spring-service
}
// end snippet

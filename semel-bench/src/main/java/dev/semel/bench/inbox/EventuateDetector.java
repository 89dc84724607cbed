package dev.semel.bench.inbox;

import io.eventuate.common.jdbc.EventuateSchema;
import io.eventuate.common.jdbc.sqldialect.PostgresDialect;
import io.eventuate.common.spring.jdbc.EventuateSpringJdbcStatementExecutor;
import io.eventuate.common.spring.jdbc.EventuateSpringTransactionTemplate;
import io.eventuate.tram.consumer.common.DuplicateMessageDetector;
import io.eventuate.tram.consumer.jdbc.SqlTableBasedDuplicateMessageDetector;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** The detector that Eventuate Tram calls a message handler through. */
public final class EventuateDetector {
  private EventuateDetector() {}

  /** A row in a table of received messages, inserted in the transaction of the handler. */
  public static DuplicateMessageDetector on(JdbcTemplate jdbc, TransactionTemplate transactions) {
    return new SqlTableBasedDuplicateMessageDetector(
        new EventuateSchema(),
        new PostgresDialect().getCurrentTimeInMillisecondsExpression(),
        new EventuateSpringJdbcStatementExecutor(jdbc),
        new EventuateSpringTransactionTemplate(transactions));
  }
}

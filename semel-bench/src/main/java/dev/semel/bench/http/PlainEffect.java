package dev.semel.bench.http;

import dev.semel.Event;
import dev.semel.IntentId;
import dev.semel.JdbcEffect;
import dev.semel.bench.work.HandWrittenTrail;
import dev.semel.bench.work.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * What a handler works with where there is no Semel: audit and events are rows that are written at
 * once. For one request.
 */
final class PlainEffect implements JdbcEffect {
  private final Connection connection;
  private final HandWrittenTrail trail;
  private final UUID recordId = Ids.timeOrdered();
  private final String tenant;

  PlainEffect(DataSource dataSource, HandWrittenTrail trail, String tenant) {
    this.connection = DataSourceUtils.getConnection(dataSource);
    this.trail = trail;
    this.tenant = tenant;
  }

  @Override
  public Connection transaction() {
    return connection;
  }

  @Override
  public IntentId intent() {
    throw new UnsupportedOperationException("there is no intent without Semel");
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public void audit(String action, String subject, @Nullable String detail) {
    try {
      trail.audit(
          connection, recordId, tenant, new HandWrittenTrail.Entry(action, subject, detail));
    } catch (SQLException e) {
      throw new IllegalStateException("the audit entry was not written", e);
    }
  }

  @Override
  public void publish(Event event) {
    try {
      trail.publish(connection, recordId, tenant, event);
    } catch (SQLException e) {
      throw new IllegalStateException("the event was not written", e);
    }
  }
}

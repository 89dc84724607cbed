package dev.semel.demo.notices;

import dev.semel.demo.broker.Broker;
import dev.semel.postgres.PostgresStore;
import dev.semel.postgres.relay.PostgresRelays;
import dev.semel.relay.DeadLetters;
import dev.semel.relay.Relay;
import javax.sql.DataSource;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Knows its dead letters, and tells the post nothing. */
public class QuietNotices extends NoticeWebhooks {
  private final DeadLetters letters;

  QuietNotices(
      DataSource database,
      PostgresStore store,
      Broker broker,
      Post post,
      Environment environment,
      JdbcClient jdbc) {
    super(database, store, broker, post, environment, jdbc);
    letters =
        Relay.builder(PostgresRelays.on(database), "quiet-notices", batch -> {})
            .build()
            .deadLetters();
  }

  @Override
  public DeadLetters deadLetters() {
    return letters;
  }
}

package dev.semel.compatibility;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** With JdbcClient. */
@Service("jdbc")
class JdbcClientBank extends JdbcClientStatements {
  JdbcClientBank(JdbcClient jdbc) {
    super(jdbc);
  }
}

package dev.semel.demo.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** The PostgreSQL that the demo works on. Safe for use by several threads. */
public interface Database extends AutoCloseable {
  /** How Spring finds it. */
  Map<String, String> properties();

  /** Opens a connection that belongs to no pool; the caller closes it. */
  Connection connect() throws SQLException;

  /** Whether it is the demo's own, so that it may be crashed. */
  boolean isOurs();

  /** Kills all of its processes, and starts it again on what they left. */
  void crashAndRestart();

  /** Stops it, if it is the demo's own. */
  @Override
  void close();
}

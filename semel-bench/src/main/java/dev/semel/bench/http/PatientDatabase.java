package dev.semel.bench.http;

import dev.semel.demo.database.Database;
import dev.semel.demo.database.ExternalDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** For a service that waits for a connection as long as it takes: how long is what is measured. */
record PatientDatabase(ExternalDatabase database) implements Database {
  @Override
  public Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(database.properties());
    properties.put("spring.datasource.hikari.connection-timeout", "60000");
    return properties;
  }

  @Override
  public Connection connect() throws SQLException {
    return database.connect();
  }

  @Override
  public boolean isOurs() {
    return database.isOurs();
  }

  @Override
  public void crashAndRestart() {
    database.crashAndRestart();
  }

  @Override
  public void close() {
    database.close();
  }
}

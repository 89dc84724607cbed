package dev.semel.postgres.environment;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.postgres.PostgresComponent;
import dev.semel.postgres.PostgresSchema;
import dev.semel.testing.pgbouncer.PgBouncer;
import dev.semel.testing.pgbouncer.PoolMode;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** All environments that Semel supports. */
final class Environments {
  private static final Map<String, String> NO_PREPARED_STATEMENTS = Map.of("prepareThreshold", "0");

  private static final int CONNECTIONS = 4;

  private Environments() {}

  static Stream<Environment> all() {
    List<Environment> all = new ArrayList<>(driverOptions());
    all.add(serverOption("default_transaction_isolation=serializable"));
    all.add(serverOption("standard_conforming_strings=off"));
    all.add(
        pooled(
            "pool that sets the isolation serializable", "TRANSACTION_SERIALIZABLE", CONNECTIONS));
    all.add(pooled("pool of one connection", "TRANSACTION_READ_COMMITTED", 1));
    all.add(new Environment("datasource-proxy", Environments::proxied));
    all.add(new Environment("wrapper that refuses unwrap", Environments::sealed));
    all.add(new Environment("application role", Environments::applicationRole));
    if (PgBouncer.isInstalled()) {
      all.add(pgBouncer(PoolMode.SESSION));
      all.add(pgBouncer(PoolMode.TRANSACTION));
    }
    return all.stream();
  }

  private static List<Environment> driverOptions() {
    return List.of(
        driver(Map.of("preferQueryMode", "simple")),
        driver(Map.of("preferQueryMode", "extendedForPrepared")),
        driver(Map.of("preferQueryMode", "extendedCacheEverything")),
        driver(Map.of("autosave", "always")),
        driver(Map.of("autosave", "always", "cleanupSavepoints", "true")),
        driver(Map.of("autosave", "conservative")),
        driver(Map.of("autosave", "conservative", "cleanupSavepoints", "true")),
        driver(Map.of("prepareThreshold", "0")),
        driver(Map.of("prepareThreshold", "1")),
        driver(Map.of("prepareThreshold", "-1")),
        driver(Map.of("defaultRowFetchSize", "2")));
  }

  private static Environment driver(Map<String, String> properties) {
    return new Environment(
        properties.toString(), database -> pool(database.dataSource(properties)));
  }

  private static Environment serverOption(String option) {
    return new Environment(
        option, database -> pool(database.dataSource(Map.of("options", "-c " + option))));
  }

  private static Environment pooled(String name, String isolation, int connections) {
    return new Environment(
        name,
        database -> {
          HikariConfig config = poolOf(database.dataSource(), connections);
          config.setTransactionIsolation(isolation);
          return pool(config);
        });
  }

  private static HikariConfig poolOf(DataSource dataSource, int connections) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource);
    config.setMaximumPoolSize(connections);
    return config;
  }

  private static OpenEnvironment pool(DataSource dataSource) {
    return pool(poolOf(dataSource, CONNECTIONS));
  }

  private static OpenEnvironment pool(HikariConfig config) {
    HikariDataSource pool = new HikariDataSource(config);
    return new OpenEnvironment(pool, pool::close);
  }

  private static OpenEnvironment proxied(PostgresDatabase database) {
    OpenEnvironment pool = pool(database.dataSource());
    return pool.seenThrough(ProxyDataSourceBuilder.create(pool.dataSource()).build());
  }

  private static OpenEnvironment sealed(PostgresDatabase database) {
    OpenEnvironment pool = pool(database.dataSource());
    return pool.seenThrough(RefusesUnwrap.around(pool.dataSource()));
  }

  private static OpenEnvironment applicationRole(PostgresDatabase database) {
    String role = "app_" + UUID.randomUUID().toString().replace("-", "");
    database.execute(
        "CREATE ROLE %1$s LOGIN; GRANT SELECT, INSERT ON effect TO %1$s".formatted(role));
    PostgresSchema.grants(
            "semel", role, List.of(PostgresComponent.COMMANDS, PostgresComponent.INBOX))
        .forEach(database::execute);
    return pool(database.dataSource(Map.of("user", role)))
        .andThen(() -> database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role)));
  }

  private static Environment pgBouncer(PoolMode mode) {
    return new Environment(
        "PgBouncer, pool_mode=" + mode,
        database -> {
          PgBouncer pooler = PgBouncer.start(database, mode);
          return pool(pooler.dataSource(NO_PREPARED_STATEMENTS)).andThen(pooler::close);
        });
  }
}

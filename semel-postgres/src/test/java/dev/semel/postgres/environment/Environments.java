package dev.semel.postgres.environment;

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
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All environments that Semel supports. */
public final class Environments {
  private static final Map<String, String> NO_PREPARED_STATEMENTS = Map.of("prepareThreshold", "0");

  /** In session mode, every connection of every pool needs one of the server. */
  private static final Map<String, String> MANY_CONNECTIONS = Map.of("default_pool_size", "100");

  private static final int CONNECTIONS = 4;
  private static final Logger LOG = LoggerFactory.getLogger(Environments.class);

  private Environments() {}

  public static Stream<Environment> all() {
    List<Environment> all = new ArrayList<>(driverOptions());
    all.add(serverOption("default_transaction_isolation=serializable"));
    all.add(serverOption("standard_conforming_strings=off"));
    all.add(
        environment(
            "pool that sets the isolation serializable",
            database ->
                OpenEnvironment.of(database.dataSource()).isolated("TRANSACTION_SERIALIZABLE")));
    all.add(
        new Environment(
            "pool of one connection", 1, database -> OpenEnvironment.of(database.dataSource())));
    all.add(
        environment(
            "datasource-proxy",
            database ->
                OpenEnvironment.of(ProxyDataSourceBuilder.create(database.dataSource()).build())));
    all.add(
        environment(
            "wrapper that refuses unwrap",
            database -> OpenEnvironment.of(RefusesUnwrap.around(database.dataSource()))));
    all.add(environment("application role", Environments::applicationRole));
    if (PgBouncer.isInstalled()) {
      all.add(pgBouncer(PoolMode.SESSION));
      all.add(pgBouncer(PoolMode.TRANSACTION));
    } else {
      LOG.warn("environments with PgBouncer are skipped: {}", PgBouncer.HOW_TO_INSTALL);
    }
    return all.stream();
  }

  /** The driver without options, on connections of its own. */
  public static Environment standard() {
    return environment("standard", database -> OpenEnvironment.of(database.dataSource()));
  }

  private static Environment environment(String name, Environment.Opener opener) {
    return new Environment(name, CONNECTIONS, opener);
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
    return environment(
        properties.toString(), database -> OpenEnvironment.of(database.dataSource(properties)));
  }

  private static Environment serverOption(String option) {
    return environment(
        option,
        database -> OpenEnvironment.of(database.dataSource(Map.of("options", "-c " + option))));
  }

  private static OpenEnvironment applicationRole(PostgresDatabase database) {
    String role = "app_" + UUID.randomUUID().toString().replace("-", "");
    database.execute(
        "CREATE ROLE %1$s LOGIN; GRANT SELECT, INSERT ON effect TO %1$s".formatted(role));
    PostgresSchema.grants(
            "semel", role, List.of(PostgresComponent.COMMANDS, PostgresComponent.INBOX))
        .forEach(database::execute);
    return OpenEnvironment.of(database.dataSource(Map.of("user", role)))
        .endingWith(() -> database.execute("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(role)));
  }

  private static Environment pgBouncer(PoolMode mode) {
    return environment(
        "PgBouncer, pool_mode=" + mode,
        database -> {
          PgBouncer pooler = PgBouncer.start(database, mode, MANY_CONNECTIONS);
          return OpenEnvironment.of(pooler.dataSource(NO_PREPARED_STATEMENTS))
              .endingWith(pooler::close);
        });
  }
}

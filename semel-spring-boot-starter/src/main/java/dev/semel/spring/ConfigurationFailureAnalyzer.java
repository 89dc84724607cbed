package dev.semel.spring;

import dev.semel.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says at start what the store found wrong with the database. */
class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
  private static final String MIGRATED_BY_SEMEL =
      "See that the data source is a PostgreSQL database that can be reached and that its user may create the schema and its tables; or set semel.postgres.migrate=false and let Flyway or somebody who may run the migrations. semel.postgres.schema says where the tables are.";
  private static final String MIGRATED_BY_OTHERS =
      "Set semel.postgres.migrate=true to let Semel bring its tables up to date, or run its migrations by Flyway; semel.postgres.schema says where the tables are.";

  private final Environment environment;

  ConfigurationFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
    boolean migrates = environment.getProperty("semel.postgres.migrate", Boolean.class, true);
    return new FailureAnalysis(
        cause.getMessage(), migrates ? MIGRATED_BY_SEMEL : MIGRATED_BY_OTHERS, cause);
  }
}

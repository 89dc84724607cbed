package dev.semel.spring;

import dev.semel.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says at start what the store found wrong with the database. */
class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
  private static final String MIGRATED_BY_SEMEL =
      "Check that the data source is a PostgreSQL database that can be reached, and that its role may create the schema and its tables. Or set semel.postgres.migrate=false and let another role or tool run the migrations. If GRANT statements are listed, let the owner of the schema run them. semel.postgres.schema is the name of the schema.";
  private static final String MIGRATED_BY_OTHERS =
      "Set semel.postgres.migrate=true to let Semel migrate its tables, or run its migrations with Flyway, Liquibase or psql. If GRANT statements are listed, let the owner of the schema run them. semel.postgres.schema is the name of the schema.";

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

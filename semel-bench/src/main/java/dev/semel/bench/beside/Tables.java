package dev.semel.bench.beside;

import dev.semel.bench.inbox.InboxTables;
import dev.semel.postgres.PostgresSchema;
import dev.semel.testing.postgres.PostgresDatabase;

/** The tables of the task, and those that libraries want to find. */
final class Tables {
  private Tables() {}

  /** Makes them in an empty database, as each library's documentation has them. */
  static void create(PostgresDatabase database) {
    PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME).migrate();
    InboxTables.createThoseOfLibraries(database);
    database.execute(
        """
        CREATE SCHEMA beside;
        CREATE TABLE beside.effect (
          id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          key     text NOT NULL,
          payload text NOT NULL,
          node    text NOT NULL);
        CREATE TABLE beside.business (
          id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          key     text NOT NULL,
          payload text NOT NULL,
          node    text NOT NULL);
        CREATE TABLE beside.arrival (
          id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          key  text NOT NULL,
          node text NOT NULL);

        CREATE TABLE scheduled_tasks (
          task_name            text NOT NULL,
          task_instance        text NOT NULL,
          task_data            bytea,
          execution_time       timestamptz NOT NULL,
          picked               boolean NOT NULL,
          picked_by            text,
          last_success         timestamptz,
          last_failure         timestamptz,
          consecutive_failures int,
          last_heartbeat       timestamptz,
          version              bigint NOT NULL,
          priority             smallint,
          PRIMARY KEY (task_name, task_instance));

        CREATE TABLE powertools_record (
          id                       text PRIMARY KEY,
          status                   text NOT NULL,
          expires_at_seconds       bigint NOT NULL,
          in_progress_until_millis bigint,
          data                     text,
          validation               text);
        """);
  }
}

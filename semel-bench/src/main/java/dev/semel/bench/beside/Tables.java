package dev.semel.bench.beside;

import dev.semel.postgres.PostgresSchema;
import dev.semel.testing.postgres.PostgresDatabase;

/** The tables of the task, and those that libraries want to find. */
final class Tables {
  private Tables() {}

  /** Makes them in an empty database, as each library's documentation has them. */
  static void create(PostgresDatabase database) {
    PostgresSchema.named(database.dataSource(), PostgresSchema.DEFAULT_NAME).migrate();
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

        CREATE SCHEMA eventuate;
        CREATE TABLE eventuate.received_messages (
          consumer_id   varchar(1000),
          message_id    varchar(1000),
          creation_time bigint,
          published     smallint DEFAULT 0,
          PRIMARY KEY (consumer_id, message_id));

        CREATE TABLE int_metadata_store (
          metadata_key   varchar(255) NOT NULL,
          metadata_value varchar(4000),
          region         varchar(100) NOT NULL,
          CONSTRAINT int_metadata_store_pk PRIMARY KEY (metadata_key, region));

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
        """);
  }
}

package dev.semel.bench.inbox;

import dev.semel.testing.postgres.PostgresDatabase;

/** The tables of markers, as each library's documentation has them. */
public final class InboxTables {
  private InboxTables() {}

  /** Makes them anew, and one written by hand, beside the tables that are there already. */
  public static void create(PostgresDatabase database) {
    database.execute(
        """
        CREATE TABLE hand.inbox (
          consumer    text COLLATE "C" NOT NULL,
          source      text COLLATE "C" NOT NULL,
          message_id  text COLLATE "C" NOT NULL,
          received_at timestamptz NOT NULL,
          PRIMARY KEY (consumer, source, message_id));
        """);
    createThoseOfLibraries(database);
  }

  /** Makes them anew. Camel makes its own. */
  public static void createThoseOfLibraries(PostgresDatabase database) {
    database.execute(
        """
        DROP SCHEMA IF EXISTS eventuate CASCADE;
        CREATE SCHEMA eventuate;
        CREATE TABLE eventuate.received_messages (
          consumer_id   varchar(1000),
          message_id    varchar(1000),
          creation_time bigint,
          published     smallint DEFAULT 0,
          PRIMARY KEY (consumer_id, message_id));

        DROP TABLE IF EXISTS int_metadata_store;
        CREATE TABLE int_metadata_store (
          metadata_key   varchar(255) NOT NULL,
          metadata_value varchar(4000),
          region         varchar(100) NOT NULL,
          CONSTRAINT int_metadata_store_pk PRIMARY KEY (metadata_key, region));

        DROP TABLE IF EXISTS camel_messageprocessed;
        """);
  }
}

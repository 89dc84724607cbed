package dev.semel.postgres;

import dev.semel.ConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schema of Semel's tables: brings it up to date, and says what is missing of it.
 *
 * <p>Migrations are numbered files that name no schema; Flyway can apply them just as well, with
 * {@code semel} as its default schema and {@link #MIGRATION_LOCATION} as its location. Applying
 * them twice does nothing, and any number of nodes may do so at once: they take turns by a lock of
 * the database.
 */
public final class PostgresSchema {
  public static final String DEFAULT_NAME = "semel";
  public static final String MIGRATION_LOCATION = "dev/semel/postgres/migration";

  private static final String HOW_TO_MIGRATE =
      "run the migrations (PostgresStore.builder(…).migrate(), Flyway with classpath:%s, or Liquibase)"
          .formatted(MIGRATION_LOCATION);

  private static final Logger LOG = LoggerFactory.getLogger(PostgresSchema.class);

  private final DataSource dataSource;
  private final String name;

  private PostgresSchema(DataSource dataSource, String name) {
    this.dataSource = dataSource;
    this.name = name;
  }

  /** The schema of the given name: lower-case letters, digits and underscores. */
  public static PostgresSchema named(DataSource dataSource, String name) {
    return new PostgresSchema(dataSource, MigrationScripts.checkedSchema(name));
  }

  private String quotedName() {
    return '"' + name + '"';
  }

  /** Applies the migrations that have not been applied, all in one transaction. */
  public void migrate() {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommitBefore = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        migrateIn(connection);
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(autoCommitBefore);
      }
    } catch (SQLException e) {
      throw new ConfigurationException(
          "could not migrate the schema %s (SQLSTATE %s): %s"
              .formatted(name, e.getSQLState(), e.getMessage()),
          e);
    }
  }

  private void migrateIn(Connection connection) throws SQLException {
    // Whoever waited for its turn must see what the one before it did.
    execute(connection, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    takeTurn(connection);
    if (!exists(connection)) {
      execute(connection, "CREATE SCHEMA " + quotedName());
    }
    execute(connection, "SET LOCAL search_path TO " + quotedName());
    if (isForeign(connection)) {
      refuseOutdated(connection);
      return;
    }
    if (!hasHistory(connection)) {
      execute(connection, MigrationFiles.HISTORY_TABLE);
    }
    for (MigrationFiles.Migration migration : MigrationFiles.all()) {
      if (!isApplied(connection, migration)) {
        execute(connection, migration.sql());
        note(connection, migration);
        LOG.info("applied migration {} to schema {}", migration.fileName(), name);
      }
    }
  }

  /** Waits until no other node migrates; the lock ends with the transaction. */
  private void takeTurn(Connection connection) throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement(
            "SELECT pg_advisory_xact_lock(hashtextextended('semel migration ' || ?, 0))")) {
      lock.setString(1, name);
      lock.execute();
    }
  }

  /** Asked first, because making a schema needs a right that a migrating role may well not have. */
  private boolean exists(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT 1 FROM pg_namespace WHERE nspname = ?")) {
      query.setString(1, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next();
      }
    }
  }

  private static boolean hasHistory(Connection connection) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet row = query.executeQuery("SELECT to_regclass('migration') IS NOT NULL")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** Tables without Semel's history were made by another tool. */
  private static boolean isForeign(Connection connection) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet row =
            query.executeQuery(
                "SELECT to_regclass('intent') IS NOT NULL AND to_regclass('migration') IS NULL")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** What another tool began it has to go on with; there is nothing to do if it is up to date. */
  private void refuseOutdated(Connection connection) throws SQLException {
    if (!missing(describe(connection)).isEmpty()) {
      throw new ConfigurationException(
          "the tables in schema %s were made by another migration tool and are not what this version of Semel needs; let that tool apply the newer migrations of %s (./semel schema print --after N prints them)"
              .formatted(name, MIGRATION_LOCATION));
    }
    LOG.info("schema {} is up to date; another tool migrates it", name);
  }

  private boolean isApplied(Connection connection, MigrationFiles.Migration migration)
      throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT checksum FROM migration WHERE version = ?")) {
      query.setInt(1, migration.version());
      try (ResultSet row = query.executeQuery()) {
        if (!row.next()) {
          return false;
        }
        refuseChanged(migration, row.getString(1));
        return true;
      }
    }
  }

  private void refuseChanged(MigrationFiles.Migration migration, String appliedChecksum) {
    if (!migration.checksum().equals(appliedChecksum)) {
      throw new ConfigurationException(
          "migration %s was applied to schema %s in another form; are two versions of Semel mixed up?"
              .formatted(migration.fileName(), name));
    }
  }

  private static void note(Connection connection, MigrationFiles.Migration migration)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO migration (version, file_name, checksum) VALUES (?, ?, ?)")) {
      insert.setInt(1, migration.version());
      insert.setString(2, migration.fileName());
      insert.setString(3, migration.checksum());
      insert.executeUpdate();
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Compares the schema with what the migrations make.
   *
   * @throws ConfigurationException that lists every table, column, constraint and index that is
   *     missing or different; or that says that none of them is there
   */
  public void validate() {
    refuseIncomplete(describe());
  }

  /**
   * As {@link #validate()}, and checks that the role of this data source has the rights that a
   * component needs. Takes one connection.
   *
   * @throws ConfigurationException that lists what is missing, or the GRANT statements that are
   *     missing
   */
  public void validateFor(PostgresComponent component) {
    try (Connection connection = dataSource.getConnection()) {
      refuseIncomplete(describe(connection));
      requireRights(connection, component);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private void refuseIncomplete(List<String> described) {
    List<String> missing = missing(described);
    if (missing.size() == MigrationFiles.expectedSchema().size()) {
      throw new ConfigurationException(
          "schema %s has no tables of Semel; %s".formatted(name, HOW_TO_MIGRATE));
    }
    if (!missing.isEmpty()) {
      throw new ConfigurationException(
          "schema %s is not what this version of Semel needs; %s. Missing or different:%n  %s"
              .formatted(
                  name, HOW_TO_MIGRATE, String.join(System.lineSeparator() + "  ", missing)));
    }
  }

  /**
   * Checks that the role of this data source has the rights that a component needs.
   *
   * @throws ConfigurationException with the GRANT statements that are missing
   */
  public void requireRights(PostgresComponent component) {
    try (Connection connection = dataSource.getConnection()) {
      requireRights(connection, component);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private void requireRights(Connection connection, PostgresComponent component)
      throws SQLException {
    Set<PostgresComponent> components = Set.of(component);
    new PostgresRights(name, components).require(connection, components);
  }

  private ConfigurationException unreadable(SQLException e) {
    return new ConfigurationException(
        "could not look at the schema %s (SQLSTATE %s): %s"
            .formatted(name, e.getSQLState(), e.getMessage()),
        e);
  }

  /**
   * Returns the GRANT statements that give a role the rights of components. Granting a right twice
   * does nothing, so they can be run again after every upgrade.
   */
  public static List<String> grants(
      String schema, String role, Collection<PostgresComponent> components) {
    return new PostgresRights(MigrationScripts.checkedSchema(schema), components).grants(role);
  }

  private static List<String> missing(List<String> described) {
    List<String> missing = new ArrayList<>(MigrationFiles.expectedSchema());
    missing.removeAll(Set.copyOf(described));
    return missing;
  }

  /** One line for each table, column, constraint and index, without the schema's name, in order. */
  public List<String> describe() {
    try (Connection connection = dataSource.getConnection()) {
      return describe(connection);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private List<String> describe(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(MigrationFiles.DESCRIBE)) {
      query.setString(1, name);
      List<String> lines = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          lines.add(withoutSchema(rows.getString(1)));
        }
      }
      return lines;
    }
  }

  /**
   * Indexes and constraints name the schema before a table or a function, quoted if it is a
   * keyword.
   */
  private String withoutSchema(String line) {
    String schema = "(" + name + "|" + quotedName() + ")";
    return line.replaceAll("( ON |\\()" + schema + "\\.(?=[a-z_]+[( ])", "$1");
  }
}

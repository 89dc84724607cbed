package dev.semel.postgres;

import dev.semel.IntentId;
import dev.semel.Isolation;
import dev.semel.jdbc.FailureTable;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.NamedSql;
import dev.semel.jdbc.TransactionFramework;
import dev.semel.postgres.connection.CommandDataSource;
import dev.semel.spi.Attempt;
import dev.semel.spi.Failure;
import dev.semel.spi.IntentRecord;
import dev.semel.spi.LeaseStore;
import dev.semel.spi.Outbox;
import dev.semel.spi.Purge;
import dev.semel.spi.Records;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps intents in PostgreSQL, in a schema of their own beside the business tables.
 *
 * <p>On a {@link CommandDataSource}, connections that an effect gets from it take part in the
 * command. On any other data source only {@code effect.connection()} does.
 *
 * <p>Safe for use by several threads; keep one per data source. Connections are taken for one
 * attempt at a time and given back before anybody waits.
 */
public final class PostgresStore implements JdbcStore {
  private final StoreParts parts;
  private final FailureTable failures;
  private final Map<Isolation, ClaimSql> claims = new EnumMap<>(Isolation.class);
  private final ClaimSql joinedClaim;
  private final NamedSql find;
  private final SettleSql settles;
  private final PostgresLeases leases;
  private final PostgresRecords records;
  private final PostgresOutbox outbox;

  private PostgresStore(StoreParts parts, FailureTable failures) {
    this.parts = parts;
    this.failures = failures;
    IntentSql sql = new IntentSql(parts.quotedSchema());
    for (Isolation isolation : Isolation.values()) {
      claims.put(isolation, ClaimSql.intent(beginning(isolation), sql, parts.commands() != null));
    }
    this.joinedClaim = ClaimSql.joinedIntent(sql);
    this.find = sql.find;
    this.settles = new SettleSql(sql);
    this.leases =
        new PostgresLeases(
            parts,
            new LeaseSql(parts.quotedSchema(), sql),
            () ->
                new PostgresAttempt(
                    parts,
                    ClaimSql.intent("", sql, false),
                    settles,
                    AttemptTransaction.pooled(parts)));
    this.records = new PostgresRecords(parts, new RecordsSql(parts.quotedSchema()));
    this.outbox = new PostgresOutbox(parts, sql);
  }

  /** Sent in the same flight as the claim, so that it costs no round trip. */
  static String beginning(Isolation isolation) {
    return switch (isolation) {
      case DATABASE_DEFAULT -> "";
      case READ_COMMITTED -> "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";
      case REPEATABLE_READ -> "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";
      case SERIALIZABLE -> "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE";
    };
  }

  /**
   * Makes a store in the schema {@code semel}, which must exist.
   *
   * @throws dev.semel.ConfigurationException that lists missing tables, or the GRANT statements
   *     that are missing
   */
  public static PostgresStore on(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  @Override
  public PostgresAttempt begin(Isolation isolation) {
    return new PostgresAttempt(parts, claim(isolation), settles, AttemptTransaction.own(parts));
  }

  private ClaimSql claim(Isolation isolation) {
    return Objects.requireNonNull(claims.get(isolation));
  }

  @Override
  public @Nullable TransactionFramework framework() {
    return parts.commands() == null ? null : parts.commands().framework();
  }

  @Override
  public Attempt<Connection> join(Connection transaction) {
    return new PostgresAttempt(parts, joinedClaim, settles, AttemptTransaction.joined(transaction));
  }

  @Override
  public @Nullable IntentRecord find(IntentId intent) {
    return parts.autocommittedOrNull(
        () -> "look up intent " + intent,
        connection -> {
          try (NamedSql.Bound bound = parts.bind(find, connection, intent);
              ResultSet row = bound.statement().executeQuery()) {
            return row.next() ? RecordReader.read(row, 0, intent) : null;
          }
        });
  }

  @Override
  public Failure classify(Throwable failure) {
    return PostgresFailures.classify(failures, parts.schema(), failure);
  }

  @Override
  public LeaseStore leases() {
    return leases;
  }

  @Override
  public Outbox<Connection> outbox() {
    return outbox;
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public Purge purge() {
    return records;
  }

  /**
   * Returns an inbox in the same schema, with the same transactions, failures and clock.
   *
   * @throws dev.semel.ConfigurationException with the GRANT statements that are missing
   */
  public PostgresInbox inbox() {
    PostgresSchema.named(parts.dataSource(), parts.schema()).requireRights(PostgresComponent.INBOX);
    return new PostgresInbox(parts, failures);
  }

  /** Makes a store. For one thread. */
  public static final class Builder {
    private final DataSource dataSource;
    private String schema = PostgresSchema.DEFAULT_NAME;
    private boolean migrate;
    private FailureTable failures = PostgresFailures.standard();
    private @Nullable InstantSource clock;

    private Builder(DataSource dataSource) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /** The schema of Semel's tables. {@code semel} unless told. */
    public Builder schema(String name) {
      this.schema = name;
      return this;
    }

    /** Brings the schema up to date first. Any number of nodes may do so at once. */
    public Builder migrate() {
      this.migrate = true;
      return this;
    }

    /** What failures mean. {@link PostgresFailures#standard()} unless told. */
    public Builder failures(FailureTable table) {
      this.failures = table;
      return this;
    }

    /** A clock in place of the database's own. For tests that cannot wait for leases to run out. */
    public Builder clock(InstantSource settable) {
      this.clock = settable;
      return this;
    }

    /**
     * Checks the schema and the rights of the database role, and makes the store.
     *
     * @throws dev.semel.ConfigurationException that lists missing tables, or the GRANT statements
     *     that are missing
     */
    public PostgresStore build() {
      CommandDataSource commands = CommandDataSource.find(dataSource);
      DataSource pool = commands == null ? dataSource : commands.target();
      PostgresSchema checked = PostgresSchema.named(pool, schema);
      if (migrate) {
        checked.migrate();
      }
      checked.validateFor(PostgresComponent.COMMANDS);
      return new PostgresStore(new StoreParts(pool, commands, schema, clock), failures);
    }
  }
}

package dev.semel.torture.bank;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Books commands: balances, the booking, its audit entry and its events, all on the effect's
 * transaction. It checks nothing that Semel promises; if Semel lets a command run twice, it is
 * booked twice.
 */
public final class Bank {
  /** From this build on, answers and events have one field more. */
  public static final int BUILD_WITH_MORE = 2;

  public static final String AGGREGATE_TYPE = "account";
  public static final String NO_FUNDS = "insufficient_funds";

  private final int build;

  public Bank(int build) {
    this.build = build;
  }

  /** Makes the tables, in an empty database. */
  public static final String SCHEMA =
      """
      CREATE TABLE tenant (
        name     text PRIMARY KEY,
        accounts bigint NOT NULL);
      CREATE TABLE account (
        tenant  text   NOT NULL,
        id      text   NOT NULL,
        balance bigint NOT NULL,
        version bigint NOT NULL,
        PRIMARY KEY (tenant, id));
      CREATE TABLE booking (
        seq          bigint GENERATED ALWAYS AS IDENTITY,
        tenant       text   NOT NULL,
        operation    text   NOT NULL,
        key          text   NOT NULL,
        from_account text,
        to_account   text,
        amount       bigint NOT NULL,
        build        integer NOT NULL);
      CREATE INDEX booking_key ON booking (tenant, operation, key);
      CREATE TABLE projection (
        tenant  text   NOT NULL,
        account text   NOT NULL,
        balance bigint NOT NULL,
        version bigint NOT NULL,
        PRIMARY KEY (tenant, account));
      CREATE TABLE notice (
        seq       bigint GENERATED ALWAYS AS IDENTITY,
        tenant    text   NOT NULL,
        operation text   NOT NULL,
        key       text   NOT NULL,
        booking   bigint NOT NULL,
        amount    bigint NOT NULL);
      CREATE TABLE janitor (
        what text   PRIMARY KEY,
        rows bigint NOT NULL);
      """;

  private static final String OPEN_ACCOUNT =
      "UPDATE tenant SET accounts = accounts + 1 WHERE name = ? RETURNING accounts::text";
  private static final String INSERT_ACCOUNT =
      "INSERT INTO account (tenant, id, balance, version) VALUES (?, ?, ?, 1)";
  private static final String LOCK_BALANCE =
      "SELECT balance FROM account WHERE tenant = ? AND id = ? FOR UPDATE";
  private static final String MOVE =
      """
      UPDATE account SET balance = balance + ?, version = version + 1
      WHERE tenant = ? AND id = ?
      RETURNING version, balance
      """;
  private static final String INSERT_BOOKING =
      """
      INSERT INTO booking (tenant, operation, key, from_account, to_account, amount, build)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      RETURNING *
      """;
  private static final String FIND_BOOKING =
      "SELECT * FROM booking WHERE tenant = ? AND operation = ? AND key = ? ORDER BY seq LIMIT 1";

  private record Moved(String account, long delta, long version, long balance) {}

  /** Books a command. Rejects it if the account has not enough, or is not there. */
  public Booking book(JdbcEffect effect, Op op, String tenant, String key, Payload payload)
      throws SQLException {
    Connection connection = effect.connection();
    Moved credited = null;
    Moved debited = null;
    if (op == Op.OPEN) {
      credited = open(connection, tenant, payload.amount());
    } else {
      debited = debit(effect, tenant, payload);
    }
    if (op == Op.TRANSFER) {
      credited = move(connection, tenant, Objects.requireNonNull(payload.to()), payload.amount());
    }
    Booking booking =
        insert(connection, op, tenant, key, account(debited), account(credited), payload.amount());
    effect.audit(op.action(), key, Long.toString(booking.seq()));
    publish(effect, booking, debited, "debited");
    publish(effect, booking, credited, op == Op.OPEN ? "opened" : "credited");
    return booking;
  }

  /** The first booking of an intent; null if there is none. */
  public static @Nullable Booking find(Connection connection, Op op, String tenant, String key)
      throws SQLException {
    return Sql.first(connection, Booking::of, FIND_BOOKING, tenant, op.operation(), key);
  }

  private static @Nullable String account(@Nullable Moved moved) {
    return moved == null ? null : moved.account();
  }

  private static Moved open(Connection connection, String tenant, long deposit)
      throws SQLException {
    String id = Sql.first(connection, row -> row.getString(1), OPEN_ACCOUNT, tenant);
    if (id == null) {
      throw new IllegalArgumentException("the bank has no tenant " + tenant);
    }
    Sql.update(connection, INSERT_ACCOUNT, tenant, id, deposit);
    return new Moved(id, deposit, 1, deposit);
  }

  // Accounts are locked in the order of the transfer, not by their ids: deadlocks are wanted here.
  private static Moved debit(JdbcEffect effect, String tenant, Payload payload)
      throws SQLException {
    String from = Objects.requireNonNull(payload.from());
    Long balance =
        Sql.first(effect.connection(), row -> row.getLong(1), LOCK_BALANCE, tenant, from);
    if (balance == null || balance < payload.amount()) {
      throw effect.reject(NO_FUNDS, "account " + from + " has not enough");
    }
    return move(effect.connection(), tenant, from, -payload.amount());
  }

  private static Moved move(Connection connection, String tenant, String account, long delta)
      throws SQLException {
    Moved moved =
        Sql.first(
            connection,
            row -> new Moved(account, delta, row.getLong(1), row.getLong(2)),
            MOVE,
            delta,
            tenant,
            account);
    if (moved == null) {
      throw new IllegalArgumentException("there is no account " + account);
    }
    return moved;
  }

  private Booking insert(
      Connection connection,
      Op op,
      String tenant,
      String key,
      @Nullable String from,
      @Nullable String to,
      long amount)
      throws SQLException {
    return Objects.requireNonNull(
        Sql.first(
            connection,
            Booking::of,
            INSERT_BOOKING,
            tenant,
            op.operation(),
            key,
            from,
            to,
            amount,
            build));
  }

  private void publish(JdbcEffect effect, Booking booking, @Nullable Moved moved, String type) {
    if (moved == null) {
      return;
    }
    ObjectNode payload =
        Json.object()
            .put("tenant", booking.tenant())
            .put("account", moved.account())
            .put("operation", booking.op().operation())
            .put("key", booking.key())
            .put("booking", booking.seq())
            .put("delta", moved.delta())
            .put("balance", moved.balance());
    if (build >= BUILD_WITH_MORE) {
      payload.put("build", build);
    }
    effect.publish(
        Event.of(AGGREGATE_TYPE, moved.account(), type, payload.toString())
            .version(moved.version()));
  }
}

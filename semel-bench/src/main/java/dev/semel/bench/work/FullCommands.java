package dev.semel.bench.work;

import dev.semel.Codec;
import dev.semel.Event;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Semel;
import dev.semel.bench.measure.Variant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** An ordinary command: read a row, update it, write audit and event. */
public final class FullCommands {
  public static final String SEMEL = "Semel";

  private static final String OPERATION = "withdraw";
  private static final String ACTION = "WITHDRAW";
  private static final String AGGREGATE = "account";
  private static final String EVENT = "MoneyWithdrawn";

  private static final Fingerprinter<String> FINGERPRINTER = Fingerprinter.text();
  private static final Operation<String, String> WITHDRAW =
      Operation.named(OPERATION).taking(FINGERPRINTER).answering(Codec.text());

  private final DataSource dataSource;
  private final Semel semel;
  private final HandWrittenTrail handTrail = new HandWrittenTrail("hand");
  private final HandWrittenTrail naiveTrail = new HandWrittenTrail("naive");

  public FullCommands(DataSource dataSource, Semel semel) {
    this.dataSource = dataSource;
    this.semel = semel;
  }

  private static String subject(long account) {
    return "account/" + account;
  }

  /** All of them; the first is what the others are compared with. */
  public List<Variant> variants() {
    return List.of(
        Variant.of("by hand, not idempotent", this::byHand),
        Variant.of(SEMEL, this::bySemel),
        Variant.of("insert-then-update", this::insertThenUpdate));
  }

  private void byHand() throws SQLException {
    long account = Samples.anyAccount();
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      long version = Payments.withdraw(connection, account);
      write(handTrail, connection, account, version);
      connection.commit();
    }
  }

  private void bySemel() {
    String key = Ids.random().toString();
    SmallCommands.refuseUnlessExecuted(
        semel.once(WITHDRAW.intent(Samples.TENANT, key, Samples.PAYLOAD), FullCommands::withdraw));
  }

  private static String withdraw(JdbcEffect effect) throws SQLException {
    long account = Samples.anyAccount();
    long version = Payments.withdraw(effect.connection(), account);
    effect.audit(ACTION, subject(account), Samples.NOTE);
    effect.publish(withdrawn(account, version));
    return Samples.RESULT;
  }

  private static Event withdrawn(long account, long version) {
    return Event.of(AGGREGATE, Long.toString(account), EVENT, Samples.EVENT_PAYLOAD)
        .version(version);
  }

  private static void write(
      HandWrittenTrail trail, Connection connection, long account, long version)
      throws SQLException {
    UUID recordId = Ids.timeOrdered();
    trail.audit(
        connection,
        recordId,
        Samples.TENANT,
        new HandWrittenTrail.Entry(ACTION, subject(account), Samples.NOTE));
    trail.publish(connection, recordId, Samples.TENANT, withdrawn(account, version));
  }

  private void insertThenUpdate() throws SQLException {
    String key = Ids.random().toString();
    long account = Samples.anyAccount();
    Fingerprint fingerprint = FINGERPRINTER.fingerprint(OPERATION, 1, Samples.PAYLOAD);
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      NaiveKeys.claim(connection, OPERATION, key, fingerprint);
      long version = Payments.withdraw(connection, account);
      write(naiveTrail, connection, account, version);
      NaiveKeys.complete(connection, OPERATION, key);
      connection.commit();
    }
  }
}

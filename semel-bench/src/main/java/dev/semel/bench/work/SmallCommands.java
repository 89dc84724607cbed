package dev.semel.bench.work;

import dev.semel.Codec;
import dev.semel.Fingerprint;
import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import dev.semel.bench.measure.Variant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The smallest command: one row into one table. */
public final class SmallCommands {
  public static final String AUTOCOMMITTED = "by hand, autocommit";
  public static final String SEMEL = "Semel";

  private static final String OPERATION = "pay";
  private static final Fingerprinter<String> FINGERPRINTER = Fingerprinter.text();

  /** As most commands are run. */
  public static final Operation<String, String> PAY =
      Operation.named(OPERATION).taking(FINGERPRINTER).answering(Codec.text());

  private final DataSource dataSource;
  private final Semel semel;

  public SmallCommands(DataSource dataSource, Semel semel) {
    this.dataSource = dataSource;
    this.semel = semel;
  }

  /** All of them; the first is what the others are compared with. */
  public List<Variant> variants() {
    return List.of(
        Variant.of("by hand, transaction", this::byHand),
        Variant.of(AUTOCOMMITTED, this::autocommitted),
        Variant.of(SEMEL, () -> run(semel, PAY)),
        Variant.of("insert-then-update", this::insertThenUpdate));
  }

  private void byHand() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      Payments.pay(connection, Samples.NOTE);
      connection.commit();
    }
  }

  private void autocommitted() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Payments.pay(connection, Samples.NOTE);
    }
  }

  /** A fresh command through Semel, which must be executed. */
  public static void run(Semel semel, Operation<String, String> operation) {
    Outcome<String> outcome =
        semel.once(
            operation.intent(Samples.TENANT, Ids.random().toString(), Samples.PAYLOAD),
            SmallCommands::pay);
    refuseUnlessExecuted(outcome);
  }

  private static String pay(JdbcEffect effect) throws SQLException {
    Payments.pay(effect.connection(), Samples.NOTE);
    return Samples.RESULT;
  }

  static void refuseUnlessExecuted(Outcome<String> outcome) {
    if (!(outcome instanceof Outcome.Executed)) {
      throw new MeasurementException("a fresh command was not executed: " + outcome, null);
    }
  }

  private void insertThenUpdate() throws SQLException {
    String key = Ids.random().toString();
    Fingerprint fingerprint = FINGERPRINTER.fingerprint(OPERATION, 1, Samples.PAYLOAD);
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      NaiveKeys.claim(connection, OPERATION, key, fingerprint);
      Payments.pay(connection, Samples.NOTE);
      NaiveKeys.complete(connection, OPERATION, key);
      connection.commit();
    }
  }
}

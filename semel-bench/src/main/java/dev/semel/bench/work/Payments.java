package dev.semel.bench.work;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The business statements of the commands, as a service would write them. */
public final class Payments {
  private static final String PAY =
      "INSERT INTO bench.payment (account_id, amount_cents, note) VALUES (?, ?, ?)";
  private static final String READ =
      "SELECT balance_cents, version FROM bench.account WHERE id = ?";
  private static final String WITHDRAW =
      "UPDATE bench.account SET balance_cents = balance_cents - ?, version = version + 1 WHERE id = ?";

  private Payments() {}

  /** One row into one table. */
  public static void pay(Connection connection, String note) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(PAY)) {
      insert.setLong(1, Samples.anyAccount());
      insert.setLong(2, Samples.AMOUNT_CENTS);
      insert.setString(3, note);
      insert.executeUpdate();
    }
  }

  /** Reads an account and takes money from it; returns its new version. */
  static long withdraw(Connection connection, long account) throws SQLException {
    long version = readVersion(connection, account);
    try (PreparedStatement update = connection.prepareStatement(WITHDRAW)) {
      update.setLong(1, Samples.AMOUNT_CENTS);
      update.setLong(2, account);
      update.executeUpdate();
    }
    return version + 1;
  }

  private static long readVersion(Connection connection, long account) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(READ)) {
      select.setLong(1, account);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(2);
      }
    }
  }
}

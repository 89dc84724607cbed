package dev.semel.bench.contender;

import dev.semel.bench.measure.MeasurementException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.OptionalLong;
import javax.sql.DataSource;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemAlreadyExistsException;
import software.amazon.lambda.powertools.idempotency.exceptions.IdempotencyItemNotFoundException;
import software.amazon.lambda.powertools.idempotency.persistence.BasePersistenceStore;
import software.amazon.lambda.powertools.idempotency.persistence.DataRecord;

/**
 * Keeps the records of Powertools in PostgreSQL, by its interface for stores of one's own. A record
 * is taken over when it has expired, and one of work in progress when the function's time is over.
 * Safe for use by several threads.
 */
final class PowertoolsStore extends BasePersistenceStore {
  private static final String PUT =
      """
      INSERT INTO powertools_record AS there
             (id, status, expires_at_seconds, in_progress_until_millis, validation)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE
      SET status                   = excluded.status,
          expires_at_seconds       = excluded.expires_at_seconds,
          in_progress_until_millis = excluded.in_progress_until_millis,
          validation               = excluded.validation,
          data                     = NULL
      WHERE there.expires_at_seconds < ?
         OR (there.status = 'INPROGRESS' AND there.in_progress_until_millis < ?)
      """;
  private static final String GET =
      """
      SELECT status, expires_at_seconds, data, validation, in_progress_until_millis
      FROM powertools_record
      WHERE id = ?
      """;
  private static final String UPDATE =
      """
      UPDATE powertools_record
      SET status = ?, expires_at_seconds = ?, data = ?, validation = ?
      WHERE id = ?
      """;
  private static final String DELETE = "DELETE FROM powertools_record WHERE id = ?";

  private final DataSource dataSource;

  PowertoolsStore(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public void putRecord(DataRecord put, Instant now) {
    int written =
        prepared(
            PUT,
            statement -> {
              OptionalLong until = put.getInProgressExpiryTimestamp();
              statement.setString(1, put.getIdempotencyKey());
              statement.setString(2, put.getStatus().toString());
              statement.setLong(3, put.getExpiryTimestamp());
              statement.setObject(4, until.isPresent() ? until.getAsLong() : null, Types.BIGINT);
              statement.setString(5, put.getPayloadHash());
              statement.setLong(6, now.getEpochSecond());
              statement.setLong(7, now.toEpochMilli());
              return statement.executeUpdate();
            });
    if (written == 0) {
      throw new IdempotencyItemAlreadyExistsException();
    }
  }

  @Override
  public DataRecord getRecord(String key) {
    return prepared(
        GET,
        statement -> {
          statement.setString(1, key);
          try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw new IdempotencyItemNotFoundException(key);
            }
            return record(key, row);
          }
        });
  }

  private static DataRecord record(String key, ResultSet row) throws SQLException {
    long untilMillis = row.getLong("in_progress_until_millis");
    OptionalLong until = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(untilMillis);
    return new DataRecord(
        key,
        DataRecord.Status.valueOf(row.getString("status")),
        row.getLong("expires_at_seconds"),
        row.getString("data"),
        row.getString("validation"),
        until);
  }

  @Override
  public void updateRecord(DataRecord done) {
    prepared(
        UPDATE,
        statement -> {
          statement.setString(1, done.getStatus().toString());
          statement.setLong(2, done.getExpiryTimestamp());
          statement.setString(3, done.getResponseData());
          statement.setString(4, done.getPayloadHash());
          statement.setString(5, done.getIdempotencyKey());
          return statement.executeUpdate();
        });
  }

  @Override
  public void deleteRecord(String key) {
    prepared(
        DELETE,
        statement -> {
          statement.setString(1, key);
          return statement.executeUpdate();
        });
  }

  @FunctionalInterface
  private interface Step<T> {
    T with(PreparedStatement statement) throws SQLException;
  }

  private <T> T prepared(String sql, Step<T> step) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      return step.with(statement);
    } catch (SQLException e) {
      throw new MeasurementException("the store of Powertools failed", e);
    }
  }
}

package dev.semel.torture.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One effect, as it is in the database. There is no unique key on it on purpose: an effect that
 * happens twice must show.
 *
 * @param seq the order of booking
 * @param build the build of the service that booked it
 */
public record Booking(
    long seq,
    String tenant,
    Op op,
    String key,
    @Nullable String from,
    @Nullable String to,
    long amount,
    int build) {

  /** What the client is told: the same words whenever it is asked, whoever answers. */
  public String answer() {
    ObjectNode answer =
        Json.object()
            .put("tenant", tenant)
            .put("operation", op.operation())
            .put("booking", seq)
            .put("from", from)
            .put("to", to)
            .put("amount", amount);
    if (build >= Bank.BUILD_WITH_MORE) {
      answer.put("build", build);
    }
    return answer.toString();
  }

  public static Booking of(ResultSet row) throws SQLException {
    return new Booking(
        row.getLong("seq"),
        row.getString("tenant"),
        Op.named(row.getString("operation")),
        row.getString("key"),
        row.getString("from_account"),
        row.getString("to_account"),
        row.getLong("amount"),
        row.getInt("build"));
  }
}

package dev.semel.torture.role;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.RecoveryProbe.Finding;
import dev.semel.Semel;
import dev.semel.http.HttpAnswer;
import dev.semel.spi.IntentRecord;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Booking;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Money that leaves the bank: booked first, under the intent's own key, then paid by the provider,
 * which knows that key too. So both steps can be repeated, and a lease around them says who does.
 */
final class Payouts {
  private final Semel semel;
  private final HikariDataSource pool;
  private final Bank bank;
  private final ProviderClient provider;
  private final Map<Op, Operation<String, String>> bookings = new EnumMap<>(Op.class);

  Payouts(Semel semel, HikariDataSource pool, RoleSettings settings) {
    this.semel = semel;
    this.pool = pool;
    this.bank = new Bank(settings.build());
    this.provider = new ProviderClient(settings.provider());
    bookings.put(Op.PAYOUT, operation(Op.PAYOUT));
    bookings.put(Op.CHEQUE, operation(Op.CHEQUE));
  }

  private static Operation<String, String> operation(Op op) {
    return Operation.named("book-" + op.operation())
        .taking(Fingerprinter.text())
        .answering(Codec.text())
        .retainedFor(op.retention());
  }

  /** Books, pays, and returns what the client is told, or why not. */
  Outcome<String> pay(Op op, String tenant, String key, Payload payload)
      throws IOException, InterruptedException {
    Outcome<String> booked =
        semel.once(
            Objects.requireNonNull(bookings.get(op)).intent(tenant, key, payload.json()),
            effect -> bank.book(effect, op, tenant, key, payload).answer());
    if (booked.isDone()) {
      provider.pay(op, tenant, key, payload.amount());
    }
    return booked;
  }

  /** What a node finds out about a payout whose owner vanished. */
  Finding<HttpAnswer> whatBecameOf(IntentRecord stale) {
    String tenant = stale.intent().scope().tenant();
    String key = stale.intent().key();
    try {
      Booking booking = find(tenant, key);
      if (booking == null || !provider.hasPaid(Op.PAYOUT, tenant, key)) {
        return new Finding.SafeToRetry<>("booking and provider know its key");
      }
      byte[] answer = booking.answer().getBytes(StandardCharsets.UTF_8);
      return new Finding.AlreadySucceeded<>(
          HttpAnswer.of(201).body("application/json", answer), "booked and paid");
    } catch (IOException | SQLException e) {
      return new Finding.SafeToRetry<>("nobody to ask, and repeating it does no harm");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Finding.SafeToRetry<>("interrupted, and repeating it does no harm");
    }
  }

  private @Nullable Booking find(String tenant, String key) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return Bank.find(connection, Op.PAYOUT, tenant, key);
    }
  }
}

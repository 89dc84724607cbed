package dev.semel.spring.internal.disabled;

import dev.semel.IntentId;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Message;
import dev.semel.inbox.spi.InboxAttempt;
import dev.semel.inbox.spi.InboxClaim;
import dev.semel.inbox.spi.InboxSettlement;
import dev.semel.inbox.spi.SeenMessage;
import dev.semel.inbox.spi.SeenVersion;
import dev.semel.jdbc.GuardedConnection;
import dev.semel.spi.Attempt;
import dev.semel.spi.Claim;
import dev.semel.spi.Settlement;
import java.sql.Connection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;

/** A transaction in which every claim is granted and nothing is recorded. For one thread. */
final class DisabledAttempt implements Attempt<Connection>, InboxAttempt<Connection> {
  private static final Logger LOG = LoggerFactory.getLogger(DisabledAttempt.class);

  private final GuardedConnection connection;
  private final @Nullable Own own;

  private record Own(PlatformTransactionManager manager, TransactionStatus status) {}

  private DisabledAttempt(Connection connection, @Nullable Own own) {
    this.connection = new GuardedConnection(connection);
    this.own = own;
  }

  /** In a transaction that the attempt ends. */
  static DisabledAttempt own(
      Connection connection, PlatformTransactionManager manager, TransactionStatus status) {
    return new DisabledAttempt(connection, new Own(manager, status));
  }

  /** In a transaction that its owner ends. */
  static DisabledAttempt joined(Connection connection) {
    return new DisabledAttempt(connection, null);
  }

  @Override
  public Connection transaction() {
    return connection;
  }

  @Override
  public Claim claim(IntentId intent) {
    return Claim.Granted.free();
  }

  @Override
  public InboxClaim claim(ConsumerSettings consumer, List<Message> messages) {
    return new InboxClaim(true, messages.stream().map(DisabledAttempt::unseen).toList());
  }

  /** Every version is the next one, so that no message is parked or ignored. */
  private static SeenMessage unseen(Message message) {
    Long version = message.version();
    return new SeenMessage(
        null, null, version == null ? null : new SeenVersion(version - 1, Set.of()));
  }

  @Override
  public int settle(Settlement settlement) {
    commit();
    return 0;
  }

  @Override
  public int settle(InboxSettlement settlement) {
    commit();
    return 0;
  }

  private void commit() {
    if (own != null && !own.status().isCompleted()) {
      own.manager().commit(own.status());
    }
  }

  @Override
  public void undo() {
    if (own != null && !own.status().isCompleted()) {
      own.manager().rollback(own.status());
    }
  }

  @Override
  public void close() {
    try {
      undo();
    } catch (RuntimeException e) {
      LOG.debug("could not roll back; the server does so when the connection ends", e);
    }
  }
}

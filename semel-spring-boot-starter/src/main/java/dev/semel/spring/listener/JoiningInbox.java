package dev.semel.spring.listener;

import dev.semel.JdbcEffect;
import dev.semel.inbox.Consumed;
import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.Message;
import dev.semel.inbox.MessageHandler;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.JoinedTransaction;
import dev.semel.spring.SpringTransactions;
import dev.semel.spring.internal.EffectBinding;
import dev.semel.spring.internal.SelfManagedHandler;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies messages in the transaction that the caller is in, and in one of their own where there is
 * none. {@link Inbox#consume} on the other hand refuses to be called inside a transaction. While a
 * handler runs, its effect is the {@link CurrentEffect}.
 *
 * <p><b>Guarantee.</b> In a caller's transaction, what is applied is done once the caller has
 * committed, and undone if it rolls back: acknowledge after that. Nothing is retried there and
 * nobody waits. What fails is undone by a savepoint; where the transaction has a persistence
 * context, which knows no savepoints, the whole of it is marked for rollback. <b>Order.</b> As
 * {@link Inbox}. <b>Threads.</b> Safe for use by several threads.
 */
public final class JoiningInbox {
  private final Inbox inbox;
  private final @Nullable SpringTransactions transactions;
  private final Runnable wakeUp;

  /**
   * @param transactions null where semel.enabled is false: then the inbox joins by itself
   * @param wakeUp called after a commit that may have published events
   */
  public JoiningInbox(Inbox inbox, @Nullable SpringTransactions transactions, Runnable wakeUp) {
    this.inbox = inbox;
    this.transactions = transactions;
    this.wakeUp = wakeUp;
  }

  /** As {@link Inbox#consume}, in the caller's transaction if there is one. */
  public Consumed consume(ConsumerSettings consumer, Message message, MessageHandler handler) {
    JoinedTransaction callers = callers();
    if (callers != null) {
      return join(callers, consumer, List.of(message), handler).get(0);
    }
    Consumed consumed = inbox.consume(consumer, message, onItsOwn(handler));
    wakeUp.run();
    return consumed;
  }

  /** As {@link Inbox#consumeAll}, in the caller's transaction if there is one: then all or none. */
  public List<Consumed> consumeAll(
      ConsumerSettings consumer, List<Message> messages, MessageHandler handler) {
    JoinedTransaction callers = callers();
    if (callers != null) {
      return join(callers, consumer, messages, handler);
    }
    List<Consumed> consumed = inbox.consumeAll(consumer, messages, onItsOwn(handler));
    wakeUp.run();
    return consumed;
  }

  /** A handler as {@link Inbox} and its workers need it, whose effect is the current one. */
  public MessageHandler onItsOwn(MessageHandler handler) {
    Around around =
        transactions == null || handler instanceof SelfManagedHandler
            ? EffectBinding.Work::run
            : transactions::inTransaction;
    return new CurrentEffectHandler(handler, around);
  }

  private @Nullable JoinedTransaction callers() {
    return transactions == null ? null : JoinedTransaction.current(transactions);
  }

  private List<Consumed> join(
      JoinedTransaction callers,
      ConsumerSettings consumer,
      List<Message> messages,
      MessageHandler handler) {
    return callers.during(
        connection ->
            inbox
                .within(connection)
                .consumeAll(
                    consumer, messages, new CurrentEffectHandler(handler, callers::guarded)),
        outcomes -> outcomes.stream().noneMatch(Consumed.Dead.class::isInstance));
  }

  /** What is done around a handler. */
  private interface Around {
    long run(EffectBinding.Work<Long> work) throws SQLException;
  }

  /** Makes the effect of a message the current one while its handler runs. */
  private record CurrentEffectHandler(MessageHandler handler, Around around)
      implements MessageHandler {
    @Override
    public void apply(Message message, JdbcEffect effect) throws SQLException {
      var unused =
          during(
              effect,
              () -> {
                handler.apply(message, effect);
                return 0L;
              });
    }

    @Override
    public long rebuild(Message message, JdbcEffect effect) throws SQLException {
      return during(effect, () -> handler.rebuild(message, effect));
    }

    private long during(JdbcEffect effect, EffectBinding.Work<Long> work) throws SQLException {
      return around.run(() -> EffectBinding.during(effect, work));
    }
  }
}

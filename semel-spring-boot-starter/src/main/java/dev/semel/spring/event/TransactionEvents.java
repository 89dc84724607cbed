package dev.semel.spring.event;

import dev.semel.Event;
import dev.semel.Semel;
import dev.semel.TransactionMisuseException;
import dev.semel.spring.CurrentEffect;
import dev.semel.spring.JoinedTransaction;
import dev.semel.spring.SpringTransactions;
import dev.semel.spring.TenantResolver;
import dev.semel.spring.internal.EffectBinding;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Publishes events in the transaction that the caller is in, of {@code @Transactional} for
 * instance, without a command.
 *
 * <pre>{@code
 * @Transactional
 * public void close(long id) {
 *   jdbc.sql("UPDATE casefile SET state = 'CLOSED' WHERE id = ?").param(id).update();
 *   events.publish("acme", Event.of("case", Long.toString(id), "CaseClosed", null));
 * }
 * }</pre>
 *
 * <p><b>Guarantee.</b> The events are published if and only if the transaction commits; the relays
 * of this node hear of it at once. <b>Order.</b> Publish after the change. What a persistence
 * context holds back is written first, so that the order of the events is that of the changes.
 * <b>Threads.</b> Safe for use by several threads, each in its own transaction.
 */
public final class TransactionEvents {
  private final Semel semel;
  private final @Nullable SpringTransactions transactions;
  private final @Nullable TenantResolver tenants;
  private final EventMappings mappings;
  private final CurrentEffect effect;

  /**
   * @param transactions null where semel.enabled is false: then nothing is published
   * @param tenants who is asked where no tenant is given; null if there is nobody
   * @param mappings makes events of objects
   * @param effect names the tenant inside a command
   */
  public TransactionEvents(
      Semel semel,
      @Nullable SpringTransactions transactions,
      @Nullable TenantResolver tenants,
      EventMappings mappings,
      CurrentEffect effect) {
    this.semel = semel;
    this.transactions = transactions;
    this.tenants = tenants;
    this.mappings = mappings;
    this.effect = effect;
  }

  /**
   * Publishes an object whose class has {@link PublishedEvent} or an {@link EventMapping} bean. The
   * tenant is that of the command that runs on this thread, else the one that the {@link
   * TenantResolver} names.
   *
   * <p>It is written at once, also inside a command: if a transaction within the command is rolled
   * back, its events are too.
   *
   * @return how many were written; one event key is one event, and the others were there before
   * @throws IllegalArgumentException if the class is neither annotated nor mapped
   * @throws TransactionMisuseException if there is no transaction, or not one of this data source
   */
  public int publish(Object event) {
    if (event instanceof Event plain) {
      return publish(new Event[] {plain});
    }
    Event mapped = mappings.eventOf(event);
    if (transactions == null) {
      return 1;
    }
    if (!TransactionSynchronizationManager.isActualTransactionActive()
        && transactions.currentCommand() == null) {
      throw noTransaction();
    }
    return publish(
        runsInCommand(transactions) ? effect.intent().scope().tenant() : tenant(), mapped);
  }

  private static boolean runsInCommand(SpringTransactions transactions) {
    return !transactions.isOutside()
        && (EffectBinding.current() != null || transactions.currentCommand() != null);
  }

  /**
   * Publishes events of the tenant that the {@link TenantResolver} names.
   *
   * @return how many were written; one event key is one event, and the others were there before
   * @throws TransactionMisuseException if there is no transaction, or not one of this data source
   */
  public int publish(Event... events) {
    if (transactions == null) {
      return events.length;
    }
    return publish(tenant(), events);
  }

  private String tenant() {
    String tenant = tenants == null ? null : tenants.tenant();
    if (tenant == null) {
      throw new IllegalStateException(
          "nobody says whose events these are; set semel.tenant, define a TenantResolver that knows, or call publish(tenant, …)");
    }
    return tenant;
  }

  /**
   * Publishes events of a tenant.
   *
   * @return how many were written; one event key is one event, and the others were there before
   * @throws TransactionMisuseException if there is no transaction, or not one of this data source
   */
  public int publish(String tenant, Event... events) {
    if (transactions == null) {
      return events.length;
    }
    JoinedTransaction callers = JoinedTransaction.current(transactions);
    if (callers == null) {
      throw noTransaction();
    }
    return callers.during(
        connection -> semel.within(connection).publish(tenant, events), written -> true);
  }

  private static TransactionMisuseException noTransaction() {
    return new TransactionMisuseException(
        "there is no transaction that the events could commit with; call this inside of @Transactional, or in a command");
  }
}

package dev.semel.spring.internal.disabled;

import dev.semel.Event;
import dev.semel.IntentId;
import dev.semel.JdbcEffect;
import dev.semel.Scope;
import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.TenantResolver;
import java.sql.Connection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The effect of code that runs unprotected: audit entries and events are dropped. Safe for use by
 * several threads.
 */
public final class DisabledEffect implements JdbcEffect {
  private static final String OPERATION = "disabled";

  private final DisabledTransactions transactions;
  private final ObjectProvider<TenantResolver> tenants;
  private final ObjectProvider<PrincipalResolver> principals;

  public DisabledEffect(
      DisabledTransactions transactions,
      ObjectProvider<TenantResolver> tenants,
      ObjectProvider<PrincipalResolver> principals) {
    this.transactions = transactions;
    this.tenants = tenants;
    this.principals = principals;
  }

  @Override
  public Connection transaction() {
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException(
          "semel.enabled is false, so there is no command whose connection this could be; call it in a @Transactional method");
    }
    return transactions.connection();
  }

  @Override
  public IntentId intent() {
    TenantResolver resolver = tenants.getIfAvailable();
    String tenant = resolver == null ? null : resolver.tenant();
    if (tenant == null) {
      throw new IllegalStateException(
          "semel.enabled is false, and nothing says which tenant this is about; set semel.tenant or define a TenantResolver");
    }
    return new IntentId(new Scope(tenant, OPERATION, principal()), UUID.randomUUID().toString());
  }

  private @Nullable String principal() {
    PrincipalResolver resolver = principals.getIfAvailable();
    return resolver == null ? null : resolver.principal();
  }

  @Override
  public int attempt() {
    return 1;
  }

  @Override
  public void audit(String action, String subject, @Nullable String detail) {
    // Nothing is recorded.
  }

  @Override
  public void publish(Event event) {
    // Nothing is published.
  }
}

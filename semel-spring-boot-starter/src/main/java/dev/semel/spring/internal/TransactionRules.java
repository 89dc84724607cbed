package dev.semel.spring.internal;

import dev.semel.spring.SpringTransactions;
import dev.semel.spring.UnsafeSetupException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.TransactionManagementConfigurer;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.util.StringUtils;

/**
 * What {@code @Transactional} may say on a command: nothing that leaves the transaction its record
 * is in. Found out at start. Safe for use by several threads.
 */
public final class TransactionRules {
  private final BeanFactory beans;
  private final SpringTransactions transactions;
  private final AnnotationTransactionAttributeSource attributes =
      new AnnotationTransactionAttributeSource(false);

  public TransactionRules(BeanFactory beans, SpringTransactions transactions) {
    this.beans = beans;
    this.transactions = transactions;
  }

  /**
   * Looks at a command.
   *
   * @throws UnsafeSetupException if it would leave its transaction
   */
  public void check(Method method, Class<?> beanClass, Refusal refusal) {
    TransactionAttribute attribute = attributes.getTransactionAttribute(method, beanClass);
    if (attribute == null) {
      return;
    }
    if (leaves(attribute.getPropagationBehavior())) {
      throw refusal.refused(
          "is also @Transactional in a way that leaves the transaction its record is in (REQUIRES_NEW, NOT_SUPPORTED or NEVER)",
          "Take the propagation away: the command has a transaction, and the method takes part");
    }
    String qualifier = attribute.getQualifier();
    if (StringUtils.hasText(qualifier) && !isOurs(named(qualifier))) {
      throw refusal.refused(
          "is also @Transactional with the manager '%s', which is not the one its record commits with"
              .formatted(qualifier),
          "Take the name away, or set semel.transaction-manager and semel.data-source to it");
    }
    if (!StringUtils.hasText(qualifier) && !isOurs(usual())) {
      throw refusal.refused(
          "is also @Transactional without a name, and the manager that this means is not the one its record commits with",
          "Name the manager of semel.transaction-manager in the annotation, or take the annotation away");
    }
  }

  private static boolean leaves(int propagation) {
    return propagation == TransactionDefinition.PROPAGATION_REQUIRES_NEW
        || propagation == TransactionDefinition.PROPAGATION_NOT_SUPPORTED
        || propagation == TransactionDefinition.PROPAGATION_NEVER;
  }

  private boolean isOurs(@Nullable TransactionManager manager) {
    return manager == null || transactions.areOf(manager);
  }

  private TransactionManager named(String qualifier) {
    return BeanFactoryAnnotationUtils.qualifiedBeanOfType(
        beans, TransactionManager.class, qualifier);
  }

  /** The one that Spring takes where none is named; null if it would refuse to choose. */
  private @Nullable TransactionManager usual() {
    TransactionManagementConfigurer configurer =
        beans.getBeanProvider(TransactionManagementConfigurer.class).getIfUnique();
    return configurer == null
        ? beans.getBeanProvider(TransactionManager.class).getIfUnique()
        : configurer.annotationDrivenTransactionManager();
  }
}

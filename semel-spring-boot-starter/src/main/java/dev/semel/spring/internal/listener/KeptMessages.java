package dev.semel.spring.internal.listener;

import dev.semel.inbox.Message;
import dev.semel.spring.internal.SelfManagedHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Gives messages that were kept to the method of a bean: through its proxy, so that all other
 * advice holds, and past the part of it that would consume them anew. Safe for use by several
 * threads.
 */
final class KeptMessages {
  private final Object bean;
  private final Listener listener;
  private final Method method;

  /**
   * @param bean the proxy
   */
  KeptMessages(Object bean, Listener listener) {
    this.bean = bean;
    this.listener = listener;
    this.method = AopUtils.selectInvocableMethod(listener.method().method(), bean.getClass());
  }

  /** Whether this call of a method brings a message that is being applied already. Once. */
  static boolean isGivenTo(ListenerMethod method) {
    boolean isGiven =
        method.equals(TransactionSynchronizationManager.getResource(KeptMessages.class));
    if (isGiven) {
      TransactionSynchronizationManager.unbindResource(KeptMessages.class);
    }
    return isGiven;
  }

  SelfManagedHandler handler() {
    return (message, effect) -> give(message);
  }

  private void give(Message message) {
    Object argument = listener.restore(message);
    Object taken = listener.method().takesList() ? List.of(argument) : argument;
    TransactionSynchronizationManager.bindResource(KeptMessages.class, listener.method());
    try {
      var unused = method.invoke(bean, taken);
    } catch (InvocationTargetException failed) {
      throw unchecked(failed.getTargetException());
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException("a public method cannot be called", hidden);
    } finally {
      TransactionSynchronizationManager.unbindResourceIfPossible(KeptMessages.class);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException unchecked ? unchecked : new CheckedFailure(failure);
  }
}

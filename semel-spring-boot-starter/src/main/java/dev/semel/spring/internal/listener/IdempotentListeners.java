package dev.semel.spring.internal.listener;

import dev.semel.inbox.ConsumerSettings;
import dev.semel.inbox.Inbox;
import dev.semel.inbox.MessageReader;
import dev.semel.inbox.VersionGuard;
import dev.semel.spring.UnsafeSetupException;
import dev.semel.spring.internal.TransactionRules;
import dev.semel.spring.listener.JoiningInbox;
import dev.semel.spring.listener.ListenerCustomizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.expression.AnnotatedElementKey;

/**
 * The consumers among the methods of an application. Each is checked once, at start or, for a bean
 * that is made later, at its first call. Safe for use by several threads.
 */
public final class IdempotentListeners {
  private final BeanFactory beans;
  private final Inbox inbox;
  private final JoiningInbox joining;
  private final ListenerRules rules;
  private final ListenerDefaults defaults;
  private final Map<AnnotatedElementKey, Listener> listeners = new ConcurrentHashMap<>();
  private final Map<String, Listener> byConsumer = new ConcurrentHashMap<>();

  public IdempotentListeners(
      BeanFactory beans,
      Inbox inbox,
      JoiningInbox joining,
      TransactionRules transactions,
      ListenerDefaults defaults) {
    this.beans = beans;
    this.inbox = inbox;
    this.joining = joining;
    this.defaults = defaults;
    this.rules = new ListenerRules(transactions, forms(beans));
  }

  private static List<MessageForm> forms(BeanFactory beans) {
    List<MessageForm> forms = new ArrayList<>();
    forms.add(new MessageForm.Plain());
    beans.getBeanProvider(MessageForm.class).orderedStream().forEach(forms::add);
    return forms;
  }

  public Inbox inbox() {
    return inbox;
  }

  JoiningInbox joining() {
    return joining;
  }

  /** All that are known by now. */
  public Collection<Listener> all() {
    return List.copyOf(byConsumer.values());
  }

  /** The listener of a consumer, or null. */
  public @Nullable Listener named(String consumer) {
    return byConsumer.get(consumer);
  }

  /**
   * The listener that a method is.
   *
   * @throws UnsafeSetupException if it cannot be one
   */
  public Listener listener(ListenerMethod method) {
    return listeners.computeIfAbsent(
        new AnnotatedElementKey(method.method(), method.beanClass()), key -> checked(method));
  }

  private Listener checked(ListenerMethod method) {
    rules.check(method);
    Listener listener =
        new Listener(method, settings(method), rules.formOf(method), reader(method));
    Listener before = byConsumer.putIfAbsent(listener.settings().name(), listener);
    if (before != null) {
      throw method.refused(
          "is the consumer '%s', which %s is too, so that each would skip what the other applied"
              .formatted(listener.settings().name(), before.method().name()),
          "Give each consumer a name of its own");
    }
    return listener;
  }

  private ConsumerSettings settings(ListenerMethod method) {
    ConsumerSettings settings = defaults.settingsOf(method);
    for (ListenerCustomizer customizer :
        beans.getBeanProvider(ListenerCustomizer.class).orderedStream().toList()) {
      settings = customizer.customize(settings, method.method());
    }
    VersionGuard guard = settings.guard();
    if (guard != null && guard.gaps() == VersionGuard.Gaps.REBUILD) {
      throw method.refused(
          "shall rebuild what has a gap, and a method has nothing to rebuild with",
          "Use JoiningInbox with a MessageHandler that rebuilds");
    }
    return settings;
  }

  private @Nullable MessageReader reader(ListenerMethod method) {
    String name = method.settings().reader();
    if (name.isEmpty()) {
      return null;
    }
    try {
      return beans.getBean(name, MessageReader.class);
    } catch (NoSuchBeanDefinitionException unknown) {
      throw method.refused(
          "has the reader '%s', and there is no bean of that name".formatted(name),
          "Define a bean of type MessageReader with that name");
    }
  }
}

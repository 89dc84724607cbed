package dev.semel.spring.internal.kafka;

import dev.semel.spring.internal.listener.ListenerMethod;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.config.AbstractKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Looks at every container that calls a listener, before the first of them starts. */
public final class ContainerCheck implements SmartLifecycle {
  /** Before containers, and before workers. */
  private static final int PHASE = Integer.MAX_VALUE - 300;

  private static final String USUAL_FACTORY = "kafkaListenerContainerFactory";

  private final BeanFactory beans;
  private final ListenedTo listenedTo;
  private volatile boolean running;

  public ContainerCheck(BeanFactory beans, ListenedTo listenedTo) {
    this.beans = beans;
    this.listenedTo = listenedTo;
  }

  @Override
  public void start() {
    KafkaListenerEndpointRegistry registry =
        beans.getBeanProvider(KafkaListenerEndpointRegistry.class).getIfAvailable();
    if (registry != null) {
      registry.getListenerContainers().forEach(this::check);
    }
    running = true;
  }

  private void check(MessageListenerContainer container) {
    String id = container.getListenerId();
    Method method = id == null ? null : listenedTo.methodOf(id);
    if (method != null && container instanceof AbstractMessageListenerContainer<?, ?> known) {
      ListenerMethod listener =
          Objects.requireNonNull(ListenerMethod.of(method, method.getDeclaringClass()));
      ContainerRules.check(listener, known, consumers(id));
    }
  }

  private @Nullable ConsumerFactory<?, ?> consumers(String id) {
    String told = listenedTo.factoryOf(id);
    String name = told.isEmpty() ? USUAL_FACTORY : told;
    return beans.containsBean(name)
            && beans.getBean(name) instanceof AbstractKafkaListenerContainerFactory<?, ?, ?> factory
        ? factory.getConsumerFactory()
        : null;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}

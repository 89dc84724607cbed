package dev.semel.spring.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.kafka.autoconfigure.DefaultKafkaConsumerFactoryCustomizer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.RecordInterceptor;

/** Loses acknowledgements on their way to the broker, and counts deliveries. */
class Acknowledgements
    implements DefaultKafkaConsumerFactoryCustomizer, RecordInterceptor<Object, Object> {
  private final AtomicInteger toLose = new AtomicInteger();
  private final Map<Object, AtomicInteger> deliveries = new ConcurrentHashMap<>();
  private final Set<Object> stopped = ConcurrentHashMap.newKeySet();

  /** So many get lost from now on. */
  void lose(int number) {
    toLose.set(number);
  }

  /** A word that never reaches its listener. */
  void stop(String word) {
    stopped.add(word);
  }

  int deliveries(String word) {
    AtomicInteger number = deliveries.get(word);
    return number == null ? 0 : number.get();
  }

  @Override
  public ConsumerRecord<Object, Object> intercept(
      ConsumerRecord<Object, Object> record, Consumer<Object, Object> consumer) {
    deliveries.computeIfAbsent(record.value(), each -> new AtomicInteger()).incrementAndGet();
    if (stopped.contains(record.value())) {
      throw new IllegalStateException("stopped on its way to the listener");
    }
    return record;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void customize(DefaultKafkaConsumerFactory<?, ?> factory) {
    ((DefaultKafkaConsumerFactory<Object, Object>) factory).addPostProcessor(this::watched);
  }

  @SuppressWarnings("unchecked")
  private Consumer<Object, Object> watched(Consumer<Object, Object> consumer) {
    return (Consumer<Object, Object>)
        Proxy.newProxyInstance(
            Consumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (proxy, method, arguments) -> call(consumer, method, arguments));
  }

  private @Nullable Object call(
      Consumer<Object, Object> consumer, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().startsWith("commit") && toLose.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new KafkaException("the acknowledgement is lost");
    }
    try {
      return method.invoke(consumer, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getTargetException();
    }
  }
}

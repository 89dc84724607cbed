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
  private final Map<Object, AtomicInteger> toLose = new ConcurrentHashMap<>();
  private final Map<Object, AtomicInteger> deliveries = new ConcurrentHashMap<>();
  private final Set<Object> stopped = ConcurrentHashMap.newKeySet();

  /** What is acknowledged next: each record is, before another one comes. */
  private volatile Object last = "nothing yet";

  /** So many of this word get lost from now on. */
  void lose(String word, int number) {
    toLose.put(word, new AtomicInteger(number));
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
    last = record.value();
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

  private boolean isLost() {
    AtomicInteger left = toLose.get(last);
    return left != null && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  private @Nullable Object call(
      Consumer<Object, Object> consumer, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().startsWith("commit") && isLost()) {
      throw new KafkaException("the acknowledgement is lost");
    }
    try {
      return method.invoke(consumer, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getTargetException();
    }
  }
}

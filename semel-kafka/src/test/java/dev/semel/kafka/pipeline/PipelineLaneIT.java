package dev.semel.kafka.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.testing.contract.Callers;
import dev.semel.testing.kafka.KafkaCluster;
import dev.semel.testing.relay.Eventually;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of a lane's own Kafka clients. */
class PipelineLaneIT {
  private static final int COUNT = 5;
  private static final PipelineSettings SETTINGS =
      PipelineSettings.standard().attempts(1).backoff(Duration.ofMillis(5), Duration.ofMillis(50));

  private final KafkaCluster cluster = KafkaCluster.shared();
  private final Numbers numbers = new Numbers(cluster, 1);
  private final PipelineMonitor monitor = new PipelineMonitor(numbers.name, List.of());
  private final AtomicInteger producers = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<String, Runnable> afterNext = new ConcurrentHashMap<>();
  private final List<String> calledInterrupted = new CopyOnWriteArrayList<>();
  private final PipelineLane lane =
      new PipelineLane(
          new Clients(), List.of(numbers.source), 0, SETTINGS, monitor, this::transform, null);
  private Runnable atFirstRecord = () -> {};

  private List<ProducerRecord<byte[], byte[]>> transform(ConsumerRecord<byte[], byte[]> record) {
    if (calls.incrementAndGet() == 1) {
      atFirstRecord.run();
    }
    return numbers.copy(record);
  }

  /** Real clients. What is asked for is done after the next call of a method, once. */
  private final class Clients extends PipelineClients {
    Clients() {
      super(cluster.bootstrapServers(), numbers.name, "n", Map.of(), Map.of(), SETTINGS);
    }

    @Override
    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
      return (Consumer<byte[], byte[]>) watched(Consumer.class, super.consumer());
    }

    @Override
    @SuppressWarnings("unchecked")
    Producer<byte[], byte[]> producer(int number) {
      producers.incrementAndGet();
      return (Producer<byte[], byte[]>) watched(Producer.class, super.producer(number));
    }
  }

  private Object watched(Class<?> type, Object client) {
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          String call = type.getSimpleName() + "." + method.getName();
          if (Thread.currentThread().isInterrupted()) {
            calledInterrupted.add(call);
          }
          Runnable afterwards = afterNext.remove(call);
          Object result = invoke(client, method, arguments);
          if (afterwards != null) {
            afterwards.run();
          }
          return result;
        });
  }

  private static @Nullable Object invoke(
      Object client, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(client, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Callers.Call<Boolean> start() {
    return Callers.start(
        () -> {
          lane.run();
          return true;
        });
  }

  private static void fail() {
    throw new TimeoutException("as it says");
  }

  /** Whether it was done or not, the producer cannot be relied upon. */
  @ParameterizedTest
  @ValueSource(strings = {"initTransactions", "beginTransaction", "abortTransaction"})
  void aProducerWhoseCallFailedIsNotUsedAgain(String method) {
    numbers.write(0, COUNT);
    afterNext.put("Producer." + method, PipelineLaneIT::fail);
    if (method.equals("abortTransaction")) {
      // Before anything is sent, so that this alone costs no producer.
      atFirstRecord = PipelineLaneIT::fail;
    }
    Callers.Call<Boolean> run = start();
    Eventually.holds("all is read", () -> monitor.status().recordsRead() == COUNT);
    lane.stop();
    assertThat(run.result()).isTrue();

    assertThat(producers).hasValue(2);
    assertThat(monitor.status().abortedTransactions()).isEqualTo(1);
    assertThat(numbers.written()).isEqualTo(Numbers.upTo(COUNT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Producer.close", "Consumer.close"})
  void aLaneIsCountedAsEndedThoughAnErrorKeepsItFromClosing(String call) {
    numbers.write(0, 1);
    atFirstRecord = lane::stop;
    Error broken = new LinkageError("as it says");
    afterNext.put(
        call,
        () -> {
          throw broken;
        });
    assertThatThrownBy(() -> start().result()).isSameAs(broken);

    assertThat(monitor.status().runningLanes()).isZero();
    Eventually.holds("it has left the group", numbers::isGroupEmpty);
  }

  @Test
  void interruptedTransactionIsAbortedWithoutTheInterrupt() {
    numbers.write(0, 1);
    afterNext.put("Producer.send", () -> Thread.currentThread().interrupt());
    Callers.Call<Boolean> run = start();
    Eventually.holds("all is read", () -> monitor.status().recordsRead() == 1);
    lane.stop();
    assertThat(run.result()).isTrue();

    assertThat(monitor.status().abortedTransactions()).isEqualTo(1);
    assertThat(calledInterrupted).doesNotContain("Producer.abortTransaction", "Producer.close");
    assertThat(numbers.written()).containsExactly(0);
  }

  @Test
  void anInterruptThatStandsAtTheEndDoesNotKeepALaneFromClosing() {
    numbers.write(0, 2);
    atFirstRecord =
        () -> {
          lane.stop();
          afterNext.put("Producer.send", () -> Thread.currentThread().interrupt());
        };
    assertThat(start().result()).isTrue();

    assertThat(calls).as("it is in the middle of a transaction").hasValue(1);
    assertThat(calledInterrupted).isEmpty();
    assertThat(numbers.isToBeAborted("n")).as("readers wait for nothing").isTrue();
  }
}

package dev.semel.bench.work;

import dev.semel.Duplicates;
import dev.semel.Intent;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.bench.measure.MeasurementException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many callers with the same intent at once, spread over several nodes. One of them runs it, and
 * takes its time; the others wait for its answer.
 */
public final class Storm {
  public static final int DUPLICATES = 500;

  /** What the notes of its payments begin with. */
  public static final String NOTE = "storm ";

  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final Operation<String, String> PATIENT =
      SmallCommands.PAY.duplicates(Duplicates.waitUpTo(MAX_WAIT));

  private final List<Semel> nodes;
  private final AtomicLong answered = new AtomicLong();
  private int count;

  public Storm(List<Semel> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** How many storms there were. */
  public int count() {
    return count;
  }

  /** How many callers got the answer, of all storms. */
  public long answered() {
    return answered.get();
  }

  /**
   * Starts a storm and returns when all its callers are on their way.
   *
   * @param effectTime how long the one effect takes
   */
  public Raging rage(Duration effectTime) {
    count++;
    Intent<String> intent =
        PATIENT.intent(Samples.TENANT, Ids.random().toString(), Samples.PAYLOAD);
    CountDownLatch onTheirWay = new CountDownLatch(DUPLICATES);
    ExecutorService callers = Executors.newFixedThreadPool(DUPLICATES);
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < DUPLICATES; i++) {
      Semel node = nodes.get(i % nodes.size());
      calls.add(
          callers.submit(
              () -> {
                onTheirWay.countDown();
                call(node, intent, effectTime);
              }));
    }
    await(onTheirWay);
    return new Raging(callers, calls);
  }

  private void call(Semel node, Intent<String> intent, Duration effectTime) {
    Outcome<String> outcome = node.once(intent, effect -> paySlowly(effect, effectTime));
    if (!outcome.orElseThrow().equals(Samples.RESULT)) {
      throw new MeasurementException("a duplicate got another answer", null);
    }
    answered.incrementAndGet();
  }

  private static String paySlowly(JdbcEffect effect, Duration effectTime) throws SQLException {
    Payments.pay(effect.connection(), NOTE + effect.intent());
    try (PreparedStatement sleep = effect.connection().prepareStatement("SELECT pg_sleep(?)")) {
      sleep.setDouble(1, effectTime.toMillis() / 1e3);
      sleep.execute();
    }
    return Samples.RESULT;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static MeasurementException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new MeasurementException("interrupted in a storm", e);
  }

  /** A storm under way. Closing it waits until every caller has its answer. */
  public static final class Raging implements AutoCloseable {
    private final ExecutorService callers;
    private final List<Future<?>> calls;

    private Raging(ExecutorService callers, List<Future<?>> calls) {
      this.callers = callers;
      this.calls = calls;
    }

    @Override
    public void close() {
      try {
        for (Future<?> call : calls) {
          call.get();
        }
      } catch (ExecutionException e) {
        throw new MeasurementException("a duplicate failed", e.getCause());
      } catch (InterruptedException e) {
        throw interrupted(e);
      } finally {
        callers.shutdownNow();
      }
    }
  }
}

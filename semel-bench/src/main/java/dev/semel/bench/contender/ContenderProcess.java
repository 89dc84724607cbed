package dev.semel.bench.contender;

import dev.semel.bench.process.Answer;
import dev.semel.bench.process.Orders;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The process of one contender: takes calls side by side, and says what their callers heard. */
public final class ContenderProcess implements Orders.Worker {
  /** Between the words of an order. */
  public static final String SEPARATOR = "\t";

  private final Desk desk;
  private final Contender contender;
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final Map<String, Future<String>> calls = new ConcurrentHashMap<>();

  private ContenderProcess(Desk desk, Contender contender) {
    this.desk = desk;
    this.contender = contender;
  }

  /**
   * The kind of contender, the names of the node and of the instance, two addresses of the
   * database, and the port of Redis, if there is one.
   */
  public static void main(String[] args) throws IOException {
    Orders.serve(
        () -> {
          Desk desk = new Desk(args[1], args[2], args[3], args[4]);
          return new ContenderProcess(
              desk, contender(Kind.valueOf(args[0]), desk, Integer.parseInt(args[5])));
        });
  }

  private static Contender contender(Kind kind, Desk desk, int redisPort) throws Exception {
    return switch (kind) {
      case SEMEL_COMMAND -> new SemelContenders(desk).command();
      case SEMEL_WAITING -> new SemelContenders(desk).waiting();
      case SEMEL_JOINED -> new SemelContenders(desk).joined();
      case SEMEL_LEASE -> new SemelContenders(desk).lease();
      case SEMEL_INBOX -> new SemelContenders(desk).inbox();
      case SEMEL_OUTBOX -> new SemelOutboxContender(desk, false);
      case SEMEL_OUTBOX_INBOX -> new SemelOutboxContender(desk, true);
      case TRANSACTION_OUTBOX -> TransactionOutboxContender.plain(desk);
      case TRANSACTION_OUTBOX_CATCHING -> TransactionOutboxContender.catching(desk);
      case TRANSACTION_OUTBOX_JOINED -> TransactionOutboxContender.joined(desk);
      case MODULITH -> SpringEventContenders.modulith(desk);
      case NAMASTACK -> SpringEventContenders.namastack(desk);
      case EVENTUATE -> new InboxContenders(desk).eventuate();
      case SPRING_INTEGRATION -> new InboxContenders(desk).springIntegration();
      case CAMEL -> new CamelContender(desk, false);
      case CAMEL_JOINED -> new CamelContender(desk, true);
      case DB_SCHEDULER -> new DbSchedulerContender(desk);
      case JOBRUNR -> new JobRunrContender(desk);
      case DBOS -> new DbosContender(desk, false);
      case DBOS_TRANSACTIONAL -> new DbosContender(desk, true);
      case IDEMPOTENT -> new IdempotentContender(desk);
      case JDEMPOTENT -> new JdempotentContender(desk, redisPort);
      case POWERTOOLS -> new PowertoolsContender(desk);
    };
  }

  /** Begins a call under a name, or says what was told to the caller of one. */
  @Override
  public Answer work(String order, long[] arguments) throws Exception {
    String[] words = order.split(SEPARATOR, -1);
    return switch (words[0]) {
      case "begin" -> begin(words[1], new Call(words[2], words[3]));
      case "await" -> await(words[1], arguments[0]);
      default -> throw new IllegalArgumentException("there is no order " + order);
    };
  }

  private Answer begin(String name, Call call) {
    calls.put(name, callers.submit(() -> contender.take(call)));
    return Answer.done();
  }

  /** Empty if the caller has not been told anything in this time. */
  private Answer await(String name, long millis) throws InterruptedException {
    Future<String> call = calls.get(name);
    if (call == null) {
      throw new IllegalArgumentException("there is no call " + name);
    }
    try {
      return Answer.of(call.get(millis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Answer.of("");
    } catch (ExecutionException e) {
      return Answer.of(thrown(e.getCause()));
    }
  }

  /** The exception, and what is behind it if it is another library's. */
  private static String thrown(@Nullable Throwable failure) {
    if (failure == null) {
      return "an exception";
    }
    Throwable root = failure;
    while (root.getCause() != null && !root.getClass().getName().startsWith("dev.semel")) {
      root = root.getCause();
    }
    String name = failure.getClass().getSimpleName();
    return root.equals(failure) ? name : name + " (" + root.getClass().getSimpleName() + ")";
  }

  @Override
  public void close() {
    callers.shutdownNow();
    contender.close();
    desk.close();
  }
}

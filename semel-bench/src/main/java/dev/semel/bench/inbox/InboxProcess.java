package dev.semel.bench.inbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.bench.measure.Crew;
import dev.semel.bench.measure.Round;
import dev.semel.bench.process.Answer;
import dev.semel.bench.process.Orders;
import dev.semel.bench.work.Ids;
import dev.semel.bench.work.Pools;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The process of one inbox: consumes as it is told. */
public final class InboxProcess implements Orders.Worker {
  private static final int MAX_THREADS = 8;

  private final HikariDataSource pool;
  private final Contender contender;

  private InboxProcess(HikariDataSource pool, Contender contender) {
    this.pool = pool;
    this.contender = contender;
  }

  public static void main(String[] args) throws IOException {
    Orders.serve(() -> start(InboxKind.valueOf(args[0]), args[1]));
  }

  private static InboxProcess start(InboxKind kind, String jdbcUrl) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    HikariDataSource pool = Pools.of(source, MAX_THREADS);
    return new InboxProcess(pool, contender(kind, pool));
  }

  private static Contender contender(InboxKind kind, DataSource pool) {
    return switch (kind) {
      case SEMEL -> Contenders.semel(pool);
      case BY_HAND -> Contenders.byHand(pool);
      case EVENTUATE -> new SpringContenders(pool).eventuate();
      case SPRING_INTEGRATION -> new SpringContenders(pool).springIntegration();
      case CAMEL -> new SpringContenders(pool).camel();
    };
  }

  @Override
  public Answer work(String order, long[] arguments) {
    return consume((int) arguments[0], (int) arguments[1], Duration.ofNanos(arguments[2]));
  }

  private Answer consume(int threads, int batch, Duration duration) {
    try (Crew crew = new Crew(threads)) {
      Round round =
          crew.work(
              () -> {
                List<String> ids = freshIds(batch);
                long startNanos = System.nanoTime();
                contender.consume(ids);
                return System.nanoTime() - startNanos;
              },
              duration);
      return Answer.of(round.elapsedNanos(), perMessage(round, batch));
    }
  }

  private static List<String> freshIds(int batch) {
    return Stream.generate(() -> Ids.random().toString()).limit(batch).toList();
  }

  /** Each message of a batch has its share of the time. */
  private static long[] perMessage(Round round, int batch) {
    return Arrays.stream(round.latenciesNanos())
        .flatMap(nanos -> Stream.generate(() -> nanos / batch).limit(batch).mapToLong(n -> n))
        .toArray();
  }

  @Override
  public void close() {
    pool.close();
  }
}

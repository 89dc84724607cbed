package dev.semel.postgres.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.CommitUnknownException;
import dev.semel.RetriesExhaustedException;
import dev.semel.testing.net.Direction;
import dev.semel.testing.net.Fault;
import dev.semel.testing.net.FaultProxy;
import dev.semel.testing.postgres.PostgresDatabase;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection to the database again and again, each time a little later, until something
 * passes untouched.
 */
public final class Cuts implements AutoCloseable {
  private static final int MAX_CUTS = 2_000;

  private final PostgresDatabase database;
  private final FaultProxy proxy;
  private int cutBeforeCommitWasSent;
  private int cutWithCommitUnderWay;

  public Cuts(PostgresDatabase database) {
    this.database = database;
    this.proxy = FaultProxy.to(database.host(), database.port());
  }

  /** The connections that are cut. */
  public DataSource dataSource(Map<String, String> properties) {
    return database.dataSourceVia(proxy.host(), proxy.port(), properties);
  }

  /**
   * Cuts after a step of bytes more each time.
   *
   * @param before is not cut
   * @param call is to say what became of it by {@link #unlessGivenUp}
   */
  public void laterAndLater(Direction direction, int step, Runnable before, Runnable call) {
    boolean untouched = false;
    for (int cuts = 0; !untouched; cuts++) {
      assertThat(cuts).as("it never passed").isLessThan(MAX_CUTS);
      before.run();
      Fault fault = proxy.cutAfterBytes(direction, (long) cuts * step);
      call.run();
      untouched = fault.firedCount() == 0;
      proxy.heal();
    }
    assertThat(cutBeforeCommitWasSent).isPositive();
    assertThat(cutWithCommitUnderWay).isPositive();
  }

  /**
   * Null if it gave up; then it must not have claimed more than it can know.
   *
   * @param nothingIsThere holds if it says that nothing was committed
   */
  public <R> @Nullable R unlessGivenUp(Supplier<R> attempt, Runnable nothingIsThere) {
    try {
      return attempt.get();
    } catch (RetriesExhaustedException nothingWasCommitted) {
      nothingIsThere.run();
      cutBeforeCommitWasSent++;
      return null;
    } catch (CommitUnknownException itMayHaveBeen) {
      cutWithCommitUnderWay++;
      return null;
    }
  }

  @Override
  public void close() {
    proxy.close();
  }
}

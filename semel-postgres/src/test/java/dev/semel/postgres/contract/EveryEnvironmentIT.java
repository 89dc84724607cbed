package dev.semel.postgres.contract;

import dev.semel.postgres.environment.Environment;
import dev.semel.postgres.environment.Environments;
import dev.semel.testing.contract.AnswerContract;
import dev.semel.testing.contract.AtomicContract;
import dev.semel.testing.contract.CrashContract;
import dev.semel.testing.contract.DuplicatesContract;
import dev.semel.testing.contract.InboxBatchContract;
import dev.semel.testing.contract.InboxDirectContract;
import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.contract.InboxKeptContract;
import dev.semel.testing.contract.InboxPurgeContract;
import dev.semel.testing.contract.IsolationContract;
import dev.semel.testing.contract.LeaseContract;
import dev.semel.testing.contract.ListenerContract;
import dev.semel.testing.contract.NaughtyKeysContract;
import dev.semel.testing.contract.OperatorContract;
import dev.semel.testing.contract.PurgeContract;
import dev.semel.testing.contract.RecoveryContract;
import dev.semel.testing.contract.RejectionContract;
import dev.semel.testing.contract.RetentionContract;
import dev.semel.testing.contract.SeparationContract;
import dev.semel.testing.contract.StoreFixture;
import dev.semel.testing.contract.TakeoverContract;
import dev.semel.testing.contract.TransactionContract;
import dev.semel.testing.contract.VersionGuardContract;
import java.sql.Connection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All contract suites in every environment; {@code EnvironmentIT} has the short form. */
@Tag("thorough")
@ParameterizedClass(name = "{0}")
@MethodSource("environments")
class EveryEnvironmentIT {
  /** Environments come one after the other, and each has one fixture. */
  private static @Nullable OpenFixture open;

  private final PostgresFixture fixture;

  private record OpenFixture(String environment, PostgresFixture fixture) {}

  EveryEnvironmentIT(Environment environment) {
    this.fixture = fixtureOf(environment);
  }

  /** A pool of one connection is too small for suites in which attempts run side by side. */
  static Stream<Environment> environments() {
    return Environments.all().filter(environment -> environment.connections() > 1);
  }

  private static PostgresFixture fixtureOf(Environment environment) {
    OpenFixture current = open;
    if (current == null || !current.environment().equals(environment.name())) {
      close();
      current =
          new OpenFixture(environment.name(), PostgresFixture.create("every", false, environment));
      open = current;
    }
    return current.fixture();
  }

  @AfterAll
  static void close() {
    if (open != null) {
      open.fixture().close();
      open = null;
    }
  }

  @Nested
  class Atomic extends AtomicContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Duplicates extends DuplicatesContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Answer extends AnswerContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Rejection extends RejectionContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Transaction extends TransactionContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Isolation extends IsolationContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Retention extends RetentionContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Lease extends LeaseContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Takeover extends TakeoverContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Recovery extends RecoveryContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Purge extends PurgeContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Operator extends OperatorContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Separation extends SeparationContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class NaughtyKeys extends NaughtyKeysContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Crash extends CrashContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class Listener extends ListenerContract<Connection> {
    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class InboxDirect extends InboxDirectContract<Connection> {
    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class InboxBatch extends InboxBatchContract<Connection> {
    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class InboxKept extends InboxKeptContract<Connection> {
    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class InboxPurge extends InboxPurgeContract<Connection> {
    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  class VersionGuard extends VersionGuardContract<Connection> {
    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }
}

package dev.semel.postgres.contract;

import dev.semel.testing.contract.AtomicContract;
import dev.semel.testing.contract.CrashContract;
import dev.semel.testing.contract.DuplicatesContract;
import dev.semel.testing.contract.IsolationContract;
import dev.semel.testing.contract.LeaseContract;
import dev.semel.testing.contract.RejectionContract;
import dev.semel.testing.contract.StoreFixture;
import java.sql.Connection;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** The promises hold, too, where a framework begins and ends the transactions. */
class ManagedTransactionsIT {

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedAtomic extends AtomicContract<Connection> {
    private final PostgresFixture fixture;

    ManagedAtomic(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedCrash extends CrashContract<Connection> {
    private final PostgresFixture fixture;

    ManagedCrash(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedRejection extends RejectionContract<Connection> {
    private final PostgresFixture fixture;

    ManagedRejection(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedDuplicates extends DuplicatesContract<Connection> {
    private final PostgresFixture fixture;

    ManagedDuplicates(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedIsolation extends IsolationContract<Connection> {
    private final PostgresFixture fixture;

    ManagedIsolation(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedLease extends LeaseContract<Connection> {
    private final PostgresFixture fixture;

    ManagedLease(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected StoreFixture<Connection> fixture() {
      return fixture;
    }
  }
}

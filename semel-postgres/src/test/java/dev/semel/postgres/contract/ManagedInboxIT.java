package dev.semel.postgres.contract;

import dev.semel.testing.contract.InboxBatchContract;
import dev.semel.testing.contract.InboxDirectContract;
import dev.semel.testing.contract.InboxFixture;
import dev.semel.testing.contract.VersionGuardContract;
import java.sql.Connection;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/** Messages are applied once, too, where a framework begins and ends the transactions. */
class ManagedInboxIT {

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedDirect extends InboxDirectContract<Connection> {
    private final PostgresFixture fixture;

    ManagedDirect(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedBatch extends InboxBatchContract<Connection> {
    private final PostgresFixture fixture;

    ManagedBatch(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }

  @Nested
  @WithManagedTransactions
  @ExtendWith(PostgresFixtureExtension.class)
  class ManagedGuard extends VersionGuardContract<Connection> {
    private final PostgresFixture fixture;

    ManagedGuard(PostgresFixture fixture) {
      this.fixture = fixture;
    }

    @Override
    protected InboxFixture<Connection> fixture() {
      return fixture;
    }
  }
}

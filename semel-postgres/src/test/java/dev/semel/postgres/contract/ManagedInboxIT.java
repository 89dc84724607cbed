package dev.semel.postgres.contract;

import org.junit.jupiter.api.Nested;

/** Messages are applied once, too, where a framework begins and ends the transactions. */
class ManagedInboxIT {

  @Nested
  @WithManagedTransactions
  class ManagedDirect extends PostgresInboxDirectIT {
    ManagedDirect(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedBatch extends PostgresInboxBatchIT {
    ManagedBatch(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedGuard extends PostgresVersionGuardIT {
    ManagedGuard(PostgresFixture fixture) {
      super(fixture);
    }
  }
}

package dev.semel.postgres.contract;

import org.junit.jupiter.api.Nested;

/** Messages are applied once, too, where a framework begins and ends the transactions. */
class SharedConnectionsInboxIT {

  @Nested
  @WithSharedConnections
  class SharedDirect extends PostgresInboxDirectIT {
    SharedDirect(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedBatch extends PostgresInboxBatchIT {
    SharedBatch(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedGuard extends PostgresVersionGuardIT {
    SharedGuard(PostgresFixture fixture) {
      super(fixture);
    }
  }
}

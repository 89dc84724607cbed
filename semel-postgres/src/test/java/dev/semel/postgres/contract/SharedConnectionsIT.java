package dev.semel.postgres.contract;

import org.junit.jupiter.api.Nested;

/** The promises hold, too, where a framework begins and ends the transactions. */
class SharedConnectionsIT {

  @Nested
  @WithSharedConnections
  class SharedAtomic extends PostgresAtomicIT {
    SharedAtomic(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedCrash extends PostgresCrashIT {
    SharedCrash(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedRejection extends PostgresRejectionIT {
    SharedRejection(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedDuplicates extends PostgresDuplicatesIT {
    SharedDuplicates(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedIsolation extends PostgresIsolationIT {
    SharedIsolation(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedLease extends PostgresLeaseIT {
    SharedLease(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithSharedConnections
  class SharedListener extends PostgresListenerIT {
    SharedListener(PostgresFixture fixture) {
      super(fixture);
    }
  }
}

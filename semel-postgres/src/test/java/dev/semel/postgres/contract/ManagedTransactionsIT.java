package dev.semel.postgres.contract;

import org.junit.jupiter.api.Nested;

/** The promises hold, too, where a framework begins and ends the transactions. */
class ManagedTransactionsIT {

  @Nested
  @WithManagedTransactions
  class ManagedAtomic extends PostgresAtomicIT {
    ManagedAtomic(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedCrash extends PostgresCrashIT {
    ManagedCrash(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedRejection extends PostgresRejectionIT {
    ManagedRejection(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedDuplicates extends PostgresDuplicatesIT {
    ManagedDuplicates(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedIsolation extends PostgresIsolationIT {
    ManagedIsolation(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedLease extends PostgresLeaseIT {
    ManagedLease(PostgresFixture fixture) {
      super(fixture);
    }
  }

  @Nested
  @WithManagedTransactions
  class ManagedListener extends PostgresListenerIT {
    ManagedListener(PostgresFixture fixture) {
      super(fixture);
    }
  }
}

package dev.semel.compatibility;

import dev.semel.spring.Idempotent;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Every handler twice: without Semel and with it. */
final class Controllers {
  private Controllers() {}

  /** Handlers that only JPA has. */
  abstract static class JpaEndpoints extends Endpoints {
    private final JpaBank bank;

    JpaEndpoints(JpaBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
      this.bank = bank;
    }

    @PostMapping("/lazy")
    String lazy() {
      JpaAccount account = (JpaAccount) bank.find(EXISTING);
      JpaOwner owner = account.getOwner();
      return owner == null ? "nobody" : owner.getName();
    }
  }

  @RestController
  @RequestMapping("/plain/jpa")
  static class PlainJpa extends JpaEndpoints {
    PlainJpa(JpaBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/jpa")
  static class ProtectedJpa extends JpaEndpoints {
    ProtectedJpa(JpaBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @RestController
  @RequestMapping("/plain/jdbc")
  static class PlainJdbc extends Endpoints {
    PlainJdbc(JdbcClientBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/jdbc")
  static class ProtectedJdbc extends Endpoints {
    ProtectedJdbc(JdbcClientBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @RestController
  @RequestMapping("/plain/data-jdbc")
  static class PlainDataJdbc extends Endpoints {
    PlainDataJdbc(DataJdbcBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/data-jdbc")
  static class ProtectedDataJdbc extends Endpoints {
    ProtectedDataJdbc(DataJdbcBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @RestController
  @RequestMapping("/plain/jooq")
  static class PlainJooq extends Endpoints {
    PlainJooq(JooqBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/jooq")
  static class ProtectedJooq extends Endpoints {
    ProtectedJooq(JooqBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @RestController
  @RequestMapping("/plain/mybatis")
  static class PlainMyBatis extends Endpoints {
    PlainMyBatis(MyBatisBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/mybatis")
  static class ProtectedMyBatis extends Endpoints {
    ProtectedMyBatis(MyBatisBank bank, AfterCommit afterCommit, TransactionTemplate transaction) {
      super(bank, afterCommit, transaction);
    }
  }
}

package dev.semel.compatibility;

import dev.semel.spring.Idempotent;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Every handler twice: without Semel and with it. */
final class Controllers {
  private Controllers() {}

  @RestController
  @RequestMapping("/plain/{technology}")
  static class Plain extends Endpoints {
    Plain(Services services, HttpServletRequest request) {
      super(services, request);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/{technology}")
  static class Protected extends Endpoints {
    Protected(Services services, HttpServletRequest request) {
      super(services, request);
    }
  }

  /** A handler that only JPA has. */
  abstract static class JpaEndpoints {
    private final JpaBank bank;

    JpaEndpoints(JpaBank bank) {
      this.bank = bank;
    }

    @PostMapping("/lazy")
    String lazy() {
      JpaAccount account = (JpaAccount) bank.find(Endpoints.EXISTING);
      JpaOwner owner = account.getOwner();
      return owner == null ? "nobody" : owner.getName();
    }
  }

  @RestController
  @RequestMapping("/plain/jpa")
  static class PlainJpa extends JpaEndpoints {
    PlainJpa(JpaBank bank) {
      super(bank);
    }
  }

  @Idempotent
  @RestController
  @RequestMapping("/protected/jpa")
  static class ProtectedJpa extends JpaEndpoints {
    ProtectedJpa(JpaBank bank) {
      super(bank);
    }
  }
}

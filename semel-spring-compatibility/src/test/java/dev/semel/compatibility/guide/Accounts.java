package dev.semel.compatibility.guide;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Accounts. */
interface Accounts extends JpaRepository<Account, Long> {
  Optional<Account> findByNumber(String number);
}

package dev.semel.compatibility;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Its id comes from the table, so that Hibernate inserts it at once. */
@Entity
@Table(name = "entry")
class JpaEntry {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(name = "account_id")
  private long accountId;

  private String reference = "";

  protected JpaEntry() {}

  JpaEntry(long accountId, String reference) {
    this.accountId = accountId;
    this.reference = reference;
  }

  @Nullable Long getId() {
    return id;
  }

  long getAccountId() {
    return accountId;
  }

  String getReference() {
    return reference;
  }
}

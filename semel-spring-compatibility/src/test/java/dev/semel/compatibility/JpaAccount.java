package dev.semel.compatibility;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.semel.compatibility.Bank.AccountView;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** Its id comes from a sequence, so that Hibernate inserts it when it flushes. */
@Entity
@Table(name = "account")
public class JpaAccount implements AccountView {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "account_seq")
  @SequenceGenerator(name = "account_seq", sequenceName = "account_seq", allocationSize = 1)
  private @Nullable Long id;

  private String number = "";
  private String iban = "";
  private long balance;

  @Version private long version;

  @ManyToOne(fetch = FetchType.LAZY)
  @JoinColumn(name = "owner_id")
  private @Nullable JpaOwner owner;

  protected JpaAccount() {}

  JpaAccount(String number) {
    this.number = number;
    this.iban = "IBAN " + number;
  }

  void deposit(long amount) {
    balance += amount;
  }

  @Override
  public void mask() {
    iban = "***";
  }

  public @Nullable Long getId() {
    return id;
  }

  public String getNumber() {
    return number;
  }

  public String getIban() {
    return iban;
  }

  public long getBalance() {
    return balance;
  }

  @Override
  public long getVersion() {
    return version;
  }

  @JsonIgnore
  public @Nullable JpaOwner getOwner() {
    return owner;
  }
}

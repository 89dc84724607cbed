package dev.semel.compatibility.guide;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** An account. */
@Entity
public class Account {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  @Column(unique = true)
  private String number = "";

  private long balance;

  @Version private long version;

  protected Account() {}

  Account(String number) {
    this.number = number;
  }

  void deposit(long amount) {
    balance += amount;
  }

  public @Nullable Long getId() {
    return id;
  }

  public String getNumber() {
    return number;
  }

  public long getBalance() {
    return balance;
  }

  public long getVersion() {
    return version;
  }
}

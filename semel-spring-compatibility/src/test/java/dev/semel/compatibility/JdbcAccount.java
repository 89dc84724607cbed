package dev.semel.compatibility;

import dev.semel.compatibility.Bank.AccountView;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.relational.core.mapping.Table;

/** A row, for everything but JPA. */
@Table("account")
public final class JdbcAccount implements AccountView {
  @Id private @Nullable Long id;
  private String number = "";
  private String iban = "";
  private long balance;
  @Version private @Nullable Long version;

  public static JdbcAccount numbered(String number) {
    JdbcAccount account = new JdbcAccount();
    account.number = number;
    account.iban = "IBAN " + number;
    return account;
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

  public void setId(long id) {
    this.id = id;
  }

  public String getNumber() {
    return number;
  }

  public void setNumber(String number) {
    this.number = number;
  }

  public String getIban() {
    return iban;
  }

  public void setIban(String iban) {
    this.iban = iban;
  }

  public long getBalance() {
    return balance;
  }

  public void setBalance(long balance) {
    this.balance = balance;
  }

  @Override
  public long getVersion() {
    return version == null ? 0 : version;
  }

  public void setVersion(long version) {
    this.version = version;
  }
}

package dev.semel.compatibility;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.stereotype.Service;

/** With MyBatis. */
@Service("mybatis")
class MyBatisBank extends SqlBank {
  private final Statements statements;

  MyBatisBank(Statements statements) {
    this.statements = statements;
  }

  /** The statements. */
  @Mapper
  interface Statements {
    @Select("INSERT INTO account (number, iban) VALUES (#{number}, #{iban}) RETURNING id")
    @Options(flushCache = Options.FlushCachePolicy.TRUE)
    long insertAccount(@Param("number") String number, @Param("iban") String iban);

    @Select("SELECT id, number, iban, balance, version FROM account WHERE number = #{number}")
    JdbcAccount select(@Param("number") String number);

    @Update(
        "UPDATE account SET balance = balance + #{amount}, version = version + 1 WHERE number = #{number} AND version = #{version}")
    int updateBalance(
        @Param("number") String number,
        @Param("version") long version,
        @Param("amount") long amount);

    @Insert("INSERT INTO entry (account_id, reference) VALUES (#{accountId}, #{reference})")
    void insertEntry(@Param("accountId") long accountId, @Param("reference") String reference);

    @Insert("INSERT INTO note (text) VALUES (#{text})")
    void insertNote(@Param("text") String text);
  }

  @Override
  long insertAccount(String number, String iban) {
    return statements.insertAccount(number, iban);
  }

  @Override
  JdbcAccount select(String number) {
    return statements.select(number);
  }

  @Override
  int updateBalance(String number, long version, long amount) {
    return statements.updateBalance(number, version, amount);
  }

  @Override
  void insertEntry(long accountId, String reference) {
    statements.insertEntry(accountId, reference);
  }

  @Override
  void insertNote(String text) {
    statements.insertNote(text);
  }
}

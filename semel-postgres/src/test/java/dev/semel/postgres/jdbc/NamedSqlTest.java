package dev.semel.postgres.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.jdbc.NamedSql;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names become places, and what only looks like a name is left alone. */
class NamedSqlTest {
  private final List<String> calls = new ArrayList<>();

  /** A connection that notes what it is asked to prepare and to bind. */
  private Connection connection() {
    PreparedStatement statement =
        (PreparedStatement)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (self, method, arguments) -> {
                  calls.add(method.getName() + (arguments == null ? "" : List.of(arguments)));
                  return null;
                });
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              calls.add((String) arguments[0]);
              return statement;
            });
  }

  private String positional(String sql) throws SQLException {
    NamedSql.of(sql).prepare(connection());
    return calls.get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT :a                      | SELECT ?",
        "SELECT :a, :b                  | SELECT ?, ?",
        "SELECT :a+:a                   | SELECT ?+?",
        "SELECT :aName_2(:b)            | SELECT ?(?)",
        "SELECT :a::text                | SELECT ?::text",
        "SELECT x::text, :a             | SELECT x::text, ?",
        "SELECT ARRAY[1, 2][1:2], :a    | SELECT ARRAY[1, 2][1:2], ?",
        "SELECT f(x := :a)              | SELECT f(x := ?)",
      })
  void namesBecomePlaces(String sql, String expected) throws SQLException {
    assertThat(positional(sql)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT ':no'",
        "SELECT 'it''s :no'",
        "SELECT \":no\"",
        "SELECT 1 -- :no",
        "SELECT 1 -- it's :no\n",
        "SELECT 1 /* :no */",
        "SELECT 1 /* '*/",
        "SELECT '12:30:45'::time",
        "SELECT 'unfinished :no",
        "SELECT 1 /* unfinished :no",
        "SELECT a[1:2]",
        "SELECT 1 : 2",
        "",
      })
  void whatOnlyLooksLikeANameIsLeftAlone(String sql) throws SQLException {
    assertThat(NamedSql.of(sql).parameters()).isEmpty();
    assertThat(positional(sql)).isEqualTo(sql);
  }

  /** PostgreSQL's other kinds of quoted text and its nested comments. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT $$ :no $$",
        "SELECT $tag$ :no $tag$",
        "SELECT E'it\\'s :no'",
        "SELECT 1 /* outer /* inner */ :no */",
      })
  void quotedTextOfPostgresqlIsLeftAlone(String sql) throws SQLException {
    assertThat(NamedSql.of(sql).parameters()).isEmpty();
    assertThat(positional(sql)).isEqualTo(sql);
  }

  @Test
  void aNameThatIsRepeatedIsBoundAtEachOfItsPlaces() throws SQLException {
    NamedSql sql = NamedSql.of("SELECT :a, ':a', :b, :a /* :a */");

    assertThat(sql.parameters()).containsExactlyInAnyOrder("a", "b");
    sql.prepare(connection()).setLong("a", 7).setString("b", "text");

    assertThat(calls)
        .containsExactly(
            "SELECT ?, ':a', ?, ? /* :a */",
            "setLong[1, 7]",
            "setLong[3, 7]",
            "setString[2, text]");
  }

  @Test
  void aNullIsBoundWithItsType() throws SQLException {
    NamedSql.of("SELECT :a").prepare(connection()).set("a", null, Types.BIGINT);

    assertThat(calls).contains("setNull[1, " + Types.BIGINT + "]");
  }

  @Test
  void aNameThatTheStatementDoesNotHaveIsRefused() throws SQLException {
    NamedSql.Bound bound = NamedSql.of("SELECT :a").prepare(connection());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> bound.setLong("b", 7))
        .withMessage("the statement has no parameter :b; it has [a]");
  }

  @Test
  void bindingAllRefusesNamesThatAreMissingOrTooMany() throws SQLException {
    NamedSql.Bound bound = NamedSql.of("SELECT :a").prepare(connection());

    assertThatIllegalArgumentException().isThrownBy(() -> bound.setAll(Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bound.setAll(Map.of("a", 1, "b", 2)))
        .withMessageContaining("the statement needs [a]");
  }

  @Test
  void theTextFormIsTheStatementAsItWasWritten() {
    String sql = "SELECT :a -- to be pasted";

    assertThat(NamedSql.of(sql)).hasToString(sql);
  }
}

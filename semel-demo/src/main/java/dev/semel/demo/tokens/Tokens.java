package dev.semel.demo.tokens;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The demo tokens. Read once at start, so that a database that is away makes nobody a stranger.
 * Immutable.
 */
@Component
@DependsOnDatabaseInitialization
public class Tokens {
  private final List<TokenHolder> holders;

  Tokens(JdbcClient jdbc) {
    this.holders = jdbc.sql(TokensSql.ALL).query(TokenHolder.class).list();
  }

  public List<TokenHolder> holders() {
    return holders;
  }

  /** Who has a token; null if nobody has. */
  public @Nullable User userOf(String token) {
    return holders.stream()
        .filter(holder -> holder.token().equals(token))
        .findFirst()
        .map(TokenHolder::asUser)
        .orElse(null);
  }
}

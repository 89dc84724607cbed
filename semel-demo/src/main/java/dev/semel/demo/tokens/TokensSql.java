package dev.semel.demo.tokens;

/** The statement on tokens. */
final class TokensSql {
  static final String ALL =
      """
      SELECT t.token, t.tenant, t.officer AS "user", o.role
      FROM casework.token t
      JOIN casework.officer o USING (tenant, officer)
      ORDER BY t.place
      """;

  private TokensSql() {}
}

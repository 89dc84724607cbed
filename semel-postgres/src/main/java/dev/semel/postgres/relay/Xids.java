package dev.semel.postgres.relay;

/** SQL expressions about transaction ids. */
final class Xids {
  private static final String WRAP = "mod(mod(%s, 4294967296) + 4294967296, 4294967296)";

  /**
   * The next transaction id of the server as a number. It assigns none: {@code age} counts from the
   * next one, unless the transaction has one of its own.
   */
  static final String NEXT =
      "(SELECT ended.xid + "
          + WRAP.formatted("age('3'::xid)::bigint + 3 - ended.xid")
          + " FROM (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint) AS ended (xid))";

  private Xids() {}

  /**
   * The transaction of this cluster that wrote the version of a row, as a number with its epoch.
   *
   * @param row the alias of the row's table; the parameter {@code nextXid} is the next id
   */
  static String wrote(String row) {
    return "(:nextXid - " + WRAP.formatted(":nextXid - " + row + ".xmin::text::bigint") + ")";
  }
}

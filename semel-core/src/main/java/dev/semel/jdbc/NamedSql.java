package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A whole SQL statement whose parameters have names: {@code :tenant}, as often as needed. Quoted
 * text, comments and casts ({@code ::text}) are left alone. Parsed once; immutable and safe for
 * several threads.
 */
public final class NamedSql {
  private static final Pattern DOLLAR_TAG = Pattern.compile("\\$([A-Za-z_][A-Za-z_0-9]*)?\\$");

  private final String named;
  private final String positional;
  private final Map<String, int[]> positions;

  private NamedSql(String named, String positional, Map<String, int[]> positions) {
    this.named = named;
    this.positional = positional;
    this.positions = positions;
  }

  public static NamedSql of(String sql) {
    return new Parser(sql).parse();
  }

  /** The names that have to be bound. */
  public Set<String> parameters() {
    return positions.keySet();
  }

  /** The statement as it was written, to be pasted into a database shell. */
  @Override
  public String toString() {
    return named;
  }

  public Bound prepare(Connection connection) throws SQLException {
    return new Bound(this, connection.prepareStatement(positional));
  }

  private int[] positionsOf(String name) {
    int[] found = positions.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "the statement has no parameter :%s; it has %s".formatted(name, positions.keySet()));
    }
    return found;
  }

  /** A prepared statement whose parameters are set by name. For one thread; close it. */
  public static final class Bound implements AutoCloseable {
    private final NamedSql sql;
    private final PreparedStatement statement;

    private Bound(NamedSql sql, PreparedStatement statement) {
      this.sql = sql;
      this.statement = statement;
    }

    public Bound set(String name, @Nullable Object value) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        statement.setObject(position, value);
      }
      return this;
    }

    /**
     * As {@link #set}, with a type for null, so that the server need not plan the statement anew.
     */
    public Bound set(String name, @Nullable Object value, int sqlType) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        if (value == null) {
          statement.setNull(position, sqlType);
        } else {
          statement.setObject(position, value);
        }
      }
      return this;
    }

    public Bound setLong(String name, long value) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        statement.setLong(position, value);
      }
      return this;
    }

    public Bound setInt(String name, int value) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        statement.setInt(position, value);
      }
      return this;
    }

    public Bound setString(String name, @Nullable String value) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        statement.setString(position, value);
      }
      return this;
    }

    public Bound setBytes(String name, byte @Nullable [] value) throws SQLException {
      for (int position : sql.positionsOf(name)) {
        statement.setBytes(position, value);
      }
      return this;
    }

    /** Sets all of them, and refuses names that are missing or too many. */
    public Bound setAll(Map<String, ?> values) throws SQLException {
      if (!sql.parameters().equals(values.keySet())) {
        throw new IllegalArgumentException(
            "the statement needs %s, given were %s".formatted(sql.parameters(), values.keySet()));
      }
      for (Map.Entry<String, ?> entry : values.entrySet()) {
        set(entry.getKey(), entry.getValue());
      }
      return this;
    }

    public PreparedStatement statement() {
      return statement;
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** Replaces names by question marks and notes where each name stands. */
  private static final class Parser {
    private final String sql;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, List<Integer>> found = new LinkedHashMap<>();
    private int at;
    private int parameters;

    Parser(String sql) {
      this.sql = sql;
    }

    NamedSql parse() {
      while (at < sql.length()) {
        if (sql.charAt(at) == ':' && isNameAt(at + 1)) {
          name();
        } else {
          copy(charactersLeftAlone());
        }
      }
      Map<String, int[]> positions = new HashMap<>();
      found.forEach(
          (name, where) ->
              positions.put(name, where.stream().mapToInt(Integer::intValue).toArray()));
      return new NamedSql(sql, out.toString(), Collections.unmodifiableMap(positions));
    }

    private boolean isNameAt(int index) {
      return index < sql.length() && Character.isJavaIdentifierStart(sql.charAt(index));
    }

    private void name() {
      int end = at + 1;
      while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
        end++;
      }
      parameters++;
      found.computeIfAbsent(sql.substring(at + 1, end), n -> new ArrayList<>()).add(parameters);
      out.append('?');
      at = end;
    }

    /**
     * How much from here on has no parameters in it: quoted text, a comment, a cast, or a
     * character.
     */
    private int charactersLeftAlone() {
      if (sql.startsWith("--", at)) {
        return through("\n", at + 2);
      }
      if (sql.startsWith("/*", at)) {
        return comment();
      }
      if (sql.startsWith("::", at)) {
        return 2;
      }
      return switch (sql.charAt(at)) {
        case '\'' -> isEscapeString() ? escapeString() : through("'", at + 1);
        case '"' -> through("\"", at + 1);
        case '$' -> dollarQuoted();
        default -> 1;
      };
    }

    private int through(String closing, int from) {
      int end = sql.indexOf(closing, from);
      return end < 0 ? sql.length() - at : end + closing.length() - at;
    }

    /** Comments nest. */
    private int comment() {
      int depth = 0;
      for (int i = at; i < sql.length(); i++) {
        if (sql.startsWith("/*", i)) {
          depth++;
          i++;
        } else if (sql.startsWith("*/", i)) {
          depth--;
          i++;
        }
        if (depth == 0) {
          return i + 1 - at;
        }
      }
      return sql.length() - at;
    }

    /** {@code E'…'}, in which a backslash quotes the next character. */
    private boolean isEscapeString() {
      boolean marked = at > 0 && (sql.charAt(at - 1) == 'E' || sql.charAt(at - 1) == 'e');
      return marked && (at == 1 || !Character.isJavaIdentifierPart(sql.charAt(at - 2)));
    }

    private int escapeString() {
      for (int i = at + 1; i < sql.length(); i++) {
        if (sql.charAt(i) == '\\') {
          i++;
        } else if (sql.charAt(i) == '\'') {
          return i + 1 - at;
        }
      }
      return sql.length() - at;
    }

    /** {@code $$…$$} or {@code $tag$…$tag$}. */
    private int dollarQuoted() {
      Matcher tag = DOLLAR_TAG.matcher(sql).region(at, sql.length());
      return tag.lookingAt() ? through(tag.group(), tag.end()) : 1;
    }

    private void copy(int characters) {
      out.append(sql, at, at + characters);
      at += characters;
    }
  }
}

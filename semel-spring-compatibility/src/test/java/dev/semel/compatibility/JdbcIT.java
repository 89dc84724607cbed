package dev.semel.compatibility;

import java.util.List;

/** With JdbcClient, Spring Data JDBC, jOOQ and MyBatis. */
class JdbcIT extends Comparison {
  static List<String> handlers() {
    return withTechnologies(List.of("jdbc", "data-jdbc", "jooq", "mybatis"));
  }

  @Override
  Class<?> application() {
    return Applications.WithoutJpa.class;
  }

  @Override
  String[] properties() {
    return new String[] {};
  }
}

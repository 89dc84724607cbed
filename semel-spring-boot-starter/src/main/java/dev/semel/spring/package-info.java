/**
 * Semel in Spring Boot. From a {@code DataSource} alone there is a {@link dev.semel.Semel} whose
 * commands run in transactions of Spring's transaction manager, so that {@code JdbcTemplate},
 * {@code JdbcClient}, repositories and {@code @Transactional} methods take part in them.
 */
@NullMarked
package dev.semel.spring;

import org.jspecify.annotations.NullMarked;

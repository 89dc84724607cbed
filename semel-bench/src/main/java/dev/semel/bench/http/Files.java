package dev.semel.bench.http;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Files that came in. Only their length is kept: what is measured is how they come in. */
@Component
public class Files {
  private final JdbcClient jdbc;

  Files(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What is answered. */
  public record Received(long fileId, int bytes) {}

  Received add(byte[] content) {
    long fileId =
        jdbc.sql("INSERT INTO plain.file (bytes) VALUES (:bytes) RETURNING file_id")
            .param("bytes", content.length)
            .query(Long.class)
            .single();
    return new Received(fileId, content.length);
  }
}

package dev.semel.testing.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailingRequestTest {

  @ParameterizedTest
  @CsvSource({
    "BEGIN; SELECT 1, BEGIN",
    "begin isolation level serializable; SELECT 1, begin isolation level serializable",
    "'BEGIN READ ONLY; SELECT 1; COMMIT', BEGIN READ ONLY",
    "START TRANSACTION;SELECT 1, START TRANSACTION",
    "COMMIT, ROLLBACK",
    "end work, ROLLBACK",
    "COMMIT AND CHAIN, ROLLBACK",
    "PREPARE TRANSACTION 'one', ROLLBACK",
  })
  void somethingComesBeforeTheFailure(String request, String before) {
    assertThat(new FailingRequest(request, "40001").sql()).startsWith(before + "; DO $$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "INSERT INTO payments VALUES ('BEGIN; COMMIT')",
        "BEGIN",
        "BEGIN;",
        "COMMIT PREPARED 'one'",
        "PREPARE one AS SELECT 1",
        "SELECT 1; COMMIT",
        "ends",
      })
  void nothingComesBeforeTheFailure(String request) {
    FailingRequest failing = new FailingRequest(request, "40001");

    assertThat(failing.sql()).startsWith("DO $$");
    assertThat(failing.endsTransaction()).isFalse();
  }
}

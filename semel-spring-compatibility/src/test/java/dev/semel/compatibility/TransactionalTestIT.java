package dev.semel.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.transaction.AfterTransaction;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.annotation.Transactional;

/** A test of an application that has its transaction rolled back at its end. */
@SpringBootTest(
    classes = Applications.WithJpa.class,
    properties = {"semel.tenant=north", "spring.jpa.open-in-view=false"})
@AutoConfigureMockMvc
@Transactional
@WithMockUser
class TransactionalTestIT {
  private static final PostgresDatabase DATABASE =
      PostgresServer.shared().newDatabase("transactional_test");

  @Autowired MockMvcTester mvc;
  @Autowired JdbcClient jdbc;

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    Tables.create(DATABASE);
    Tables.fill(DATABASE);
    properties.add("spring.datasource.url", DATABASE::jdbcUrl);
  }

  private MvcTestResult post(String path) {
    return mvc.post().uri(path).header("Idempotency-Key", "key-1").exchange();
  }

  @Test
  void protectedHandlerJoinsTheTransactionOfTheTest() {
    MvcTestResult first = post("/protected/jpa/created");
    MvcTestResult retry = post("/protected/jpa/created");
    assertThat(first).hasStatus(201).doesNotContainHeader("Idempotent-Replayed");
    assertThat(retry).hasStatus(201).hasHeader("Idempotent-Replayed", "true");
    assertThat(accounts("DE-2")).isEqualTo(1);
    assertThat(post("/protected/jpa/refused-with-rows")).hasStatus(422);
  }

  private long accounts(String number) {
    return jdbc.sql("SELECT count(*) FROM account WHERE number = ?")
        .param(number)
        .query(Long.class)
        .single();
  }

  @AfterTransaction
  void nothingIsLeft() {
    assertThat(DATABASE.queryLong("SELECT count(*) FROM account WHERE number = 'DE-2'")).isZero();
    assertThat(DATABASE.queryLong("SELECT count(*) FROM semel.intent")).isZero();
  }
}

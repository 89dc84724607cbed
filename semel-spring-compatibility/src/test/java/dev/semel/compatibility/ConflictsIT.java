package dev.semel.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.RejectedException;
import dev.semel.spring.Idempotent;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresServer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.TestRestTemplate;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureTestRestTemplate;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers whose transactions lose against others. */
@SpringBootTest(
    classes = Applications.WithJpa.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "semel.tenant=north",
      "spring.security.user.name=olga",
      "spring.security.user.password=olga"
    })
@AutoConfigureTestRestTemplate
@Import(ConflictsIT.Parts.class)
class ConflictsIT {
  private static final PostgresDatabase DATABASE = PostgresServer.shared().newDatabase("conflicts");

  @TestConfiguration
  @Import({Losers.class, Handlers.class})
  static class Parts {}

  /** Loses a number of times, and then wins. */
  @Service
  static class Losers {
    private final JdbcClient jdbc;
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();

    Losers(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    void lose(int times) {
      left.set(times);
      runs.set(0);
    }

    int runs() {
      return runs.get();
    }

    @Transactional
    public void note(String sqlState) {
      runs.incrementAndGet();
      jdbc.sql("INSERT INTO note (text) VALUES ('note')").update();
      if (left.getAndDecrement() > 0) {
        jdbc.sql("DO $$ BEGIN RAISE 'lost' USING ERRCODE = '%s'; END $$".formatted(sqlState))
            .update();
      }
    }
  }

  @Idempotent
  @RestController
  static class Handlers {
    private final Losers losers;

    Handlers(Losers losers) {
      this.losers = losers;
    }

    @PostMapping("/serialization-failure")
    String serializationFailure() {
      losers.note("40001");
      return "done";
    }

    @PostMapping("/deadlock")
    String deadlock() {
      losers.note("40P01");
      return "done";
    }

    @PostMapping("/answered")
    ResponseEntity<Map<String, String>> answered() {
      return answer();
    }

    @PatchMapping("/answered")
    ResponseEntity<Map<String, String>> answeredOnce() {
      return answer();
    }

    private ResponseEntity<Map<String, String>> answer() {
      try {
        losers.note("40001");
        return ResponseEntity.ok(Map.of());
      } catch (ConcurrencyFailureException lost) {
        return ResponseEntity.status(HttpStatus.CONFLICT).body(Map.of("reason", "lost"));
      }
    }

    @PostMapping("/rejected")
    void rejected() {
      losers.note("none");
      throw new RejectedException("NOT_ALLOWED", "no");
    }

    /** Words rejections in its own way. */
    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(RejectedException no) {
      return ResponseEntity.status(HttpStatus.CONFLICT).body(Map.of("code", no.rejection().code()));
    }

    @PostMapping("/recovered")
    String recovered() {
      try {
        losers.note("40001");
      } catch (ConcurrencyFailureException lost) {
        losers.note("40001");
      }
      return "done";
    }
  }

  @Autowired TestRestTemplate client;
  @Autowired Losers losers;

  private final String key = "key-" + UUID.randomUUID();

  @DynamicPropertySource
  static void database(DynamicPropertyRegistry properties) {
    Tables.create(DATABASE);
    properties.add("spring.datasource.url", DATABASE::jdbcUrl);
  }

  @BeforeEach
  void fill() {
    Tables.fill(DATABASE);
  }

  private ResponseEntity<String> send(HttpMethod method, String path) {
    HttpHeaders headers = new HttpHeaders();
    headers.setBasicAuth("olga", "olga");
    headers.set("Idempotency-Key", key);
    return client.exchange(path, method, new HttpEntity<>(headers), String.class);
  }

  private ResponseEntity<String> post(String path) {
    return send(HttpMethod.POST, path);
  }

  private long notes() {
    return DATABASE.queryLong("SELECT count(*) FROM note");
  }

  private long records() {
    return DATABASE.queryLong("SELECT count(*) FROM semel.intent WHERE key = ?", key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/serialization-failure", "/deadlock", "/answered"})
  void handlerThatLostIsRunAgain(String path) {
    losers.lose(2);
    assertThat(post(path).getStatusCode()).isEqualTo(HttpStatus.OK);
    assertThat(losers.runs()).isEqualTo(3);
    assertThat(notes()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void answerToALostRaceIsNotStored() {
    losers.lose(1);
    ResponseEntity<String> first = send(HttpMethod.PATCH, "/answered");
    assertThat(first.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
    assertThat(first.getBody()).isEqualTo("{\"reason\":\"lost\"}");
    assertThat(notes()).isZero();
    assertThat(records()).isZero();
    assertThat(send(HttpMethod.PATCH, "/answered").getStatusCode()).isEqualTo(HttpStatus.OK);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void rejectionIsUndoneAndStoredAlsoIfTheApplicationWordsIt() {
    ResponseEntity<String> first = post("/rejected");
    assertThat(first.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
    assertThat(first.getBody()).isEqualTo("{\"code\":\"NOT_ALLOWED\"}");
    assertThat(notes()).isZero();
    assertThat(records()).isEqualTo(1);
    assertThat(post("/rejected").getBody()).isEqualTo(first.getBody());
  }

  @Test
  void handlerThatRecoversByItselfIsStored() {
    losers.lose(1);
    assertThat(post("/recovered").getStatusCode()).isEqualTo(HttpStatus.OK);
    assertThat(losers.runs()).isEqualTo(2);
    assertThat(notes()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }
}

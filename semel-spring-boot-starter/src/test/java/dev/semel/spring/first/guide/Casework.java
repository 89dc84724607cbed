package dev.semel.spring.first.guide;

// snippet: first-endpoint
import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import dev.semel.spring.Idempotent;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Casework {
  record OpenCase(String complaint) {}

  record CaseOpened(long caseId, String complaint) {}

  private final JdbcClient jdbc;

  Casework(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Idempotent
  @PostMapping("/cases")
  @ResponseStatus(HttpStatus.CREATED)
  CaseOpened open(@RequestBody OpenCase request) {
    return jdbc.sql("INSERT INTO cases (complaint) VALUES (?) RETURNING id AS case_id, complaint")
        .param(request.complaint())
        .query(CaseOpened.class)
        .single();
  }

  @Bean
  static CallerResolver callers() {
    return request -> new Caller("acme", "anybody"); // until there is a login
  }

  public static void main(String[] args) {
    SpringApplication.run(Casework.class, args);
  }
}
// end snippet

package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import jakarta.servlet.http.HttpSession;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.DataSourceInitializer;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.session.FlushMode;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Sessions in the database of the commands, written at once, by handlers and in front of them. */
class SpringSessionIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {Sessions.class, Notebook.class, Visits.class};
  }

  @Configuration(proxyBeanMethods = false)
  @EnableJdbcHttpSession(flushMode = FlushMode.IMMEDIATE)
  static class Sessions {
    @Bean
    DataSourceInitializer sessionTables(DataSource dataSource) {
      DataSourceInitializer tables = new DataSourceInitializer();
      tables.setDataSource(dataSource);
      tables.setDatabasePopulator(
          new ResourceDatabasePopulator(
              new ClassPathResource("org/springframework/session/jdbc/schema-postgresql.sql")));
      return tables;
    }
  }

  /** Counts the visits of a session. */
  @RestController
  static class Visits {
    private final Notebook notebook;

    Visits(Notebook notebook) {
      this.notebook = notebook;
    }

    @PostMapping("/plain")
    @Idempotent
    String visit(@RequestBody Note note, HttpSession session) {
      notebook.write(note);
      return count(session);
    }

    @PostMapping("/transactional")
    @Idempotent
    @Transactional
    public String visitInTransaction(@RequestBody Note note, HttpSession session) {
      notebook.write(note);
      return count(session);
    }

    @PostMapping("/failing")
    @Idempotent
    String visitInVain(@RequestBody Note note, HttpSession session) {
      notebook.write(note);
      count(session);
      throw new IllegalStateException("the visit fails");
    }

    private static String count(HttpSession session) {
      int visits = session.getAttribute("visits") instanceof Integer before ? before + 1 : 1;
      session.setAttribute("visits", visits);
      return "visit " + visits;
    }
  }

  private HttpResponse<String> visit(String path, List<String> cookies) {
    var request = keyed(path).POST(BodyPublishers.ofString(note()));
    cookies.forEach(cookie -> request.header("Cookie", cookie));
    return send(request);
  }

  private static List<String> cookies(HttpResponse<?> response) {
    return response.headers().allValues("Set-Cookie").stream()
        .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/plain", "/transactional"})
  void sessionIsWrittenAndReadByProtectedHandlers(String path) {
    HttpResponse<String> first = visit(path, List.of());
    HttpResponse<String> retry = visit(path, cookies(first));
    takeANewKey();
    HttpResponse<String> second = visit(path, cookies(first));

    assertThat(first.body()).isEqualTo("visit 1");
    assertThat(isReplayed(retry)).isTrue();
    assertThat(second.statusCode()).isEqualTo(200);
    assertThat(second.body()).isEqualTo("visit 2");
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void sessionIsKeptWhateverBecomesOfTheCommand() {
    HttpResponse<String> first = visit("/plain", List.of());
    takeANewKey();

    assertThat(visit("/failing", cookies(first)).statusCode()).isEqualTo(500);
    assertThat(notes()).isZero();
    takeANewKey();
    assertThat(visit("/plain", cookies(first)).body()).isEqualTo("visit 3");
  }
}

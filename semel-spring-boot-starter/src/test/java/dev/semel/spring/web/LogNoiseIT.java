package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprinter;
import dev.semel.JdbcEffect;
import dev.semel.Operation;
import dev.semel.RejectedException;
import dev.semel.Semel;
import dev.semel.jdbc.SelfManaged;
import dev.semel.json.SemelJson;
import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The log of commands and requests at INFO: nothing per command, and an error once. */
@ExtendWith(OutputCaptureExtension.class)
class LogNoiseIT extends WebContract {
  private static final String ERROR = "IllegalStateException: the ink is dry";

  private static final Pattern LINE =
      Pattern.compile("^[0-9:.]+ +(INFO|WARN|ERROR) .*", Pattern.MULTILINE);

  @Override
  Class<?>[] parts() {
    return new Class<?>[] {NoteController.class, Notebook.class, Pen.class, PenController.class};
  }

  /** Fails while it writes. */
  static class Pen {
    @Idempotent(operation = "write-dry", key = "#text")
    public void write(String text) {
      throw new IllegalStateException("the ink is dry");
    }
  }

  /** Handlers whose work fails. */
  @RestController
  static class PenController {
    private final Pen pen;

    PenController(Pen pen) {
      this.pen = pen;
    }

    @PostMapping("/pen")
    void write(@RequestBody Note note) {
      pen.write(note.text());
    }

    @PostMapping("/pen/both")
    @Idempotent
    void writeOnce(@RequestBody Note note) {
      pen.write(note.text());
    }

    @PostMapping("/pen/handled")
    @Idempotent
    void handled(@RequestBody Note note) {
      throw new IllegalArgumentException("no such pen");
    }

    @PostMapping("/pen/refused")
    @Idempotent
    ResponseEntity<String> refused(@RequestBody Note note) {
      return ResponseEntity.badRequest().body("no such pen");
    }

    @PostMapping("/pen/broken")
    @Idempotent
    void broken(@RequestBody Note note) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "no such pen");
    }

    @ExceptionHandler
    ResponseEntity<String> unavailable(IllegalArgumentException failure) {
      return ResponseEntity.status(503).body("no pen");
    }
  }

  @BeforeEach
  void logMore() {
    logFrom(LogLevel.INFO);
  }

  @AfterEach
  void logLess() {
    logFrom(LogLevel.WARN);
  }

  private static void logFrom(LogLevel level) {
    LoggingSystem.get(LogNoiseIT.class.getClassLoader())
        .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, level);
  }

  /** Without the lines about the first request that a server gets. */
  private static List<String> linesIn(CapturedOutput output) {
    return LINE.matcher(output.getAll())
        .results()
        .map(MatchResult::group)
        .filter(line -> !line.contains("nitializ"))
        .toList();
  }

  /** The line of the servlet container, which has the stack trace too. */
  private static void assertErrorIsLoggedOnce(CapturedOutput output) {
    assertThat(linesIn(output)).singleElement().asString().contains("ERROR", ERROR);
  }

  private Operation<String, String> operation(String name) {
    SemelJson json = SemelJson.standard();
    return Operation.named(name).taking(Fingerprinter.text()).answering(json.result(String.class));
  }

  private String once(String operation, SelfManaged<String> command) {
    return bean(Semel.class)
        .once(operation(operation).intent("north", key, "payload"), command)
        .orElseThrow();
  }

  @Test
  void errorOfAProtectedHandlerIsLoggedOnce(CapturedOutput output) {
    assertThat(post("/throwing", note()).statusCode()).isEqualTo(500);
    assertErrorIsLoggedOnce(output);
  }

  @Test
  void errorOfAMethodIsLoggedOnceByTheContainer(CapturedOutput output) {
    assertThat(post("/pen", note()).statusCode()).isEqualTo(500);
    assertErrorIsLoggedOnce(output);
  }

  @Test
  void errorOfAMethodInAProtectedHandlerIsLoggedOnce(CapturedOutput output) {
    assertThat(post("/pen/both", note()).statusCode()).isEqualTo(500);
    assertErrorIsLoggedOnce(output);
  }

  @Test
  void errorThatTheApplicationHandlesIsNotLogged(CapturedOutput output) {
    assertThat(post("/pen/handled", note()).statusCode()).isEqualTo(503);
    assertThat(linesIn(output)).isEmpty();
  }

  @Test
  void errorOfACommandIsLeftToItsCaller(CapturedOutput output) {
    assertThatThrownBy(
            () ->
                once(
                    "dry",
                    effect -> {
                      throw new IllegalStateException("the ink is dry");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the ink is dry");
    assertThat(linesIn(output)).isEmpty();
  }

  @Test
  void rejectionIsNotLogged(CapturedOutput output) {
    assertThat(post("/rejecting", note()).statusCode()).isEqualTo(422);
    assertThatThrownBy(
            () ->
                once(
                    "full",
                    effect -> {
                      throw effect.reject("BOOK_FULL", "take another");
                    }))
        .isInstanceOf(RejectedException.class);
    assertThat(linesIn(output)).isEmpty();
  }

  @Test
  void retriedCommandIsNotLogged(CapturedOutput output) {
    assertThat(once("retried", LogNoiseIT::failFirst)).isEqualTo("done");
    assertThat(linesIn(output)).isEmpty();
  }

  private static String failFirst(JdbcEffect effect) throws SQLException {
    if (effect.attempt() == 1) {
      throw new SQLException("could not serialize access", "40001");
    }
    return "done";
  }

  @Test
  void commandThatIsGivenUpIsLoggedOnce(CapturedOutput output) {
    assertThatThrownBy(
            () ->
                once(
                    "hopeless",
                    effect -> {
                      throw new SQLException("could not serialize access", "40001");
                    }))
        .hasMessageContaining("gave up");
    assertThat(linesIn(output)).singleElement().asString().contains("WARN", "failed after");
  }

  @Test
  void requestAndReplayAreNotLogged(CapturedOutput output) {
    assertReplayOf(post("/notes", note()), post("/notes", note()));
    assertThat(linesIn(output)).isEmpty();
  }

  /** A mistake of the client is no failure of the service. */
  @Test
  void clientErrorIsNotLogged(CapturedOutput output) {
    assertThat(post("/notes", "{\"text\":").statusCode()).isEqualTo(400);
    assertThat(post("/pen/refused", note()).statusCode()).isEqualTo(400);
    assertThat(post("/pen/broken", note()).statusCode()).isEqualTo(400);
    assertThat(linesIn(output)).noneMatch(line -> line.contains("semel"));
  }
}

package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spring.Idempotent;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Forms with the filters and the limits of Spring. */
class FormsIT extends WebContract {
  private static final DataSize MORE_THAN_THE_FILTER_BUFFERS = DataSize.ofMegabytes(20);

  @Override
  Class<?>[] parts() {
    return new Class<?>[] {FormController.class, Notebook.class};
  }

  @Override
  String[] arguments() {
    return new String[] {
      "--server.port=0",
      "--spring.mvc.hiddenmethod.filter.enabled=true",
      "--spring.servlet.multipart.max-file-size=50MB",
      "--spring.servlet.multipart.max-request-size=50MB"
    };
  }

  /** Writes notes that come in forms. */
  @RestController
  static class FormController {
    private final Notebook notebook;

    FormController(Notebook notebook) {
      this.notebook = notebook;
    }

    @PostMapping("/form")
    @Idempotent
    String post(@RequestParam String text) {
      notebook.write(new Note(text));
      return text;
    }

    @PutMapping("/form")
    @Idempotent
    String put(@RequestParam String text) {
      return "put " + post(text);
    }

    @PostMapping("/upload")
    @Idempotent
    String upload(@RequestParam String text, @RequestParam MultipartFile file) throws IOException {
      notebook.write(new Note(text));
      return file.getOriginalFilename() + " " + file.getBytes().length;
    }
  }

  private HttpResponse<String> form(String form) {
    HttpRequest.Builder request = keyed("/form");
    request.setHeader("Content-Type", "application/x-www-form-urlencoded");
    return send(request.POST(BodyPublishers.ofString(form)));
  }

  private HttpResponse<String> upload(String fileName, String content) {
    String form =
        """
        --x
        Content-Disposition: form-data; name="text"

        %s
        --x
        Content-Disposition: form-data; name="file"; filename="%s"

        %s
        --x--
        """
            .replace("\n", "\r\n")
            .formatted(key, fileName, content);
    HttpRequest.Builder request = keyed("/upload");
    request.setHeader("Content-Type", "multipart/form-data;boundary=x");
    return send(request.POST(BodyPublishers.ofString(form, StandardCharsets.UTF_8)));
  }

  @Test
  void formReadByFilterForHiddenMethodsIsProtected() {
    HttpResponse<String> first = form("text=" + key);

    assertThat(first.body()).isEqualTo(key);
    assertReplayOf(first, form("text=" + key));
    assertThat(form("text=other").statusCode()).isEqualTo(422);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void formWithHiddenMethodIsProtected() {
    HttpResponse<String> first = form("_method=put&text=" + key);

    assertThat(first.body()).isEqualTo("put " + key);
    assertReplayOf(first, form("_method=put&text=" + key));
    assertThat(form("_method=put&text=other").statusCode()).isEqualTo(422);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void uploadIsLimitedByTheApplication() {
    String content = "x".repeat((int) MORE_THAN_THE_FILTER_BUFFERS.toBytes());

    HttpResponse<String> first = upload("é€.txt", content);

    assertThat(first.body()).isEqualTo("é€.txt " + content.length());
    assertReplayOf(first, upload("é€.txt", content));
    assertThat(upload("é€.txt", content + "x").statusCode()).isEqualTo(422);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void uploadBeyondTheLimitOfTheApplicationIsRefused() {
    String content = "x".repeat((int) DataSize.ofMegabytes(51).toBytes());

    HttpResponse<String> response = upload("large.txt", content);

    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(records()).isZero();
  }
}

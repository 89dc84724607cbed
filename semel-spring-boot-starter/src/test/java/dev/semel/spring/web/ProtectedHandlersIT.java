package dev.semel.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedHandlersIT extends WebContract {
  @Override
  Class<?>[] parts() {
    return new Class<?>[] {NoteController.class, NoteController.Notebook.class};
  }

  private Map<String, ?> record(String columns) {
    return database()
        .query("SELECT %s FROM semel.intent WHERE key = ?".formatted(columns), key)
        .get(0);
  }

  @Test
  void aRetryGetsTheFirstResponse() {
    HttpResponse<String> first = post("/notes", note());
    HttpResponse<String> retry = post("/notes", note());
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue("Location")).isPresent();
    assertReplayOf(first, retry);
    assertThat(notes()).isEqualTo(1);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void aRequestWithoutAKeyIsRefused() {
    HttpResponse<String> response =
        send(as("olga", request("/notes")).POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("\"code\":\"key_missing\"");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(notes()).isZero();
  }

  @Test
  void anotherRequestUnderTheSameKeyIsRefused() {
    post("/notes", note());
    HttpResponse<String> other = post("/notes", "{\"text\": \"other\"}");
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.body()).contains("\"code\":\"mismatch\"");
  }

  @Test
  void whereItIsOptionalARequestWithoutAKeyRuns() {
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> response =
          send(as("olga", request("/optional")).POST(BodyPublishers.ofString(note())));
      assertThat(response.statusCode()).isEqualTo(200);
    }
    assertThat(notes()).isEqualTo(2);
    assertReplayOf(post("/optional", note()), post("/optional", note()));
  }

  @Test
  void whoIsNotLoggedInIsToldSoBeforeAnythingIsStored() {
    HttpResponse<String> response =
        send(
            request("/notes").header("Idempotency-Key", key).POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(records()).isZero();
  }

  @Test
  void aReplayIsForThoseOnlyWhoMayAsk() {
    post("/notes", note());
    HttpResponse<String> response =
        send(
            request("/notes").header("Idempotency-Key", key).POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(401);
  }

  @Test
  void theKeyOfAnotherUserIsAnotherCommand() {
    HttpResponse<String> olgas = post("/notes", note());
    HttpResponse<String> sams =
        send(as("sam", keyed("/notes")).POST(BodyPublishers.ofString(note())));
    assertThat(isReplayed(sams)).isFalse();
    assertThat(sams.body()).isNotEqualTo(olgas.body());
    assertThat(notes()).isEqualTo(2);
  }

  @Test
  void theKeyOfAnotherTenantIsAnotherCommand() {
    post("/notes", note());
    HttpResponse<String> souths =
        send(
            keyed("/notes")
                .setHeader(WebApplication.TENANT_HEADER, "south")
                .POST(BodyPublishers.ofString(note())));
    assertThat(isReplayed(souths)).isFalse();
    assertThat(notes()).isEqualTo(2);
  }

  @Test
  void aRequestForNoTenantIsRefused() {
    HttpResponse<String> response =
        send(
            request("/notes")
                .header("Authorization", "Basic b2xnYTpvbGdh")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(note())));
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("\"code\":\"no_caller\"");
    assertThat(notes()).isZero();
  }

  @Test
  void theOperationIsMethodAndPattern() {
    post("/books/7/notes", note());
    assertThat(record("tenant, operation, principal"))
        .isEqualTo(
            Map.of(
                "tenant", "north", "operation", "POST /books/{book}/notes", "principal", "olga"));
  }

  @Test
  void theOperationMayHaveANameOfItsOwn() {
    post("/named", note());
    assertThat(record("operation")).isEqualTo(Map.of("operation", "take-note"));
  }

  @Test
  void aHandlerOfPutIsProtectedIfItSaysSo() {
    String path = "/notes/11111111-2222-3333-4444-555555555555";
    HttpResponse<String> first = send(keyed(path).PUT(BodyPublishers.ofString(note())));
    assertReplayOf(first, send(keyed(path).PUT(BodyPublishers.ofString(note()))));
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void requestsThatChangeNothingPass() {
    assertThat(send(keyed("/notes").GET()).statusCode()).isEqualTo(200);
    assertThat(records()).isZero();
  }

  @Test
  void clientErrorIsStoredWithWhatWasCommittedBeforeIt() {
    HttpResponse<String> first = post("/status/409", note());
    assertThat(first.statusCode()).isEqualTo(409);
    assertReplayOf(first, post("/status/409", note()));
    assertThat(notes()).isOne();
  }

  @Test
  void aServerErrorRollsBackAndFreesTheKey() {
    post("/status/500", note());
    assertThat(notes()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void theAnnotationSaysWhichStatusesAreKept() {
    assertReplayOf(post("/kept/503", note()), post("/kept/503", note()));
    takeANewKey();
    assertThat(post("/kept/409", note()).statusCode()).isEqualTo(409);
    assertThat(records()).isZero();
    assertThat(notes()).isZero();
  }

  @Test
  void theAnnotationSaysWhatIsKept() {
    HttpResponse<String> first = post("/secret", note());
    HttpResponse<String> retry = post("/secret", note());
    assertThat(first.body()).isNotEmpty();
    assertThat(retry.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    assertThat(retry.body()).isEmpty();
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void aHandlerThatThrowsRollsBackAndFreesTheKey() {
    HttpResponse<String> response = post("/throwing", note());
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(notes()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void thrownStatusIsStoredWithWhatWasCommittedBeforeIt() {
    HttpResponse<String> first = post("/throwing/status", note());
    assertThat(first.statusCode()).isEqualTo(409);
    assertReplayOf(first, post("/throwing/status", note()));
    assertThat(notes()).isOne();
  }

  /** Its timestamp is that of the first answer. */
  @Test
  void errorPageOfTheFirstAnswerIsReplayed() {
    HttpResponse<String> first = post("/throwing/status", note());
    assertThat(first.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(first.body())
        .contains(
            "\"timestamp\":\"",
            "\"status\":409",
            "\"error\":\"Conflict\"",
            "\"path\":\"/throwing/status\"");
    assertReplayOf(first, post("/throwing/status", note()));
  }

  @Test
  void aRejectionIsAProblemWithItsCodeAndIsKept() {
    HttpResponse<String> first = post("/rejecting", note());
    assertThat(first.statusCode()).isEqualTo(422);
    assertThat(first.body()).contains("BOOK_FULL").contains("take another");
    assertReplayOf(first, post("/rejecting", note()));
    assertThat(notes()).isZero();
  }

  @Test
  void aHandlerMaySayThatItsAnswerIsTransient() {
    assertThat(post("/transient", note()).statusCode()).isEqualTo(200);
    assertThat(notes()).isZero();
    assertThat(records()).isZero();
  }

  @Test
  void theEffectIsAtHandInAHandler() {
    post("/audited", note());
    post("/audited", note());
    assertThat(database().queryLong("SELECT count(*) FROM semel.audit WHERE key = ?", key))
        .isEqualTo(1);
  }

  @Test
  void requiresNewOutsideOfATransactionIsPartOfTheCommand() {
    HttpResponse<String> first = post("/on-its-own", note());
    assertThat(first.statusCode()).isEqualTo(200);
    assertReplayOf(first, post("/on-its-own", note()));
    assertThat(notes()).isOne();
    assertThat(records()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"text\": ", "[]", "17"})
  void aBodyThatCannotBeReadIsNotKeptAndMayBeMended(String body) {
    assertThat(post("/notes", body).statusCode()).isEqualTo(400);
    assertThat(records()).isZero();
    assertThat(post("/notes", note()).statusCode()).isEqualTo(201);
    assertThat(notes()).isEqualTo(1);
  }

  @Test
  void anArgumentThatCannotBeMadeIsNotKept() {
    assertThat(post("/books/seven/notes", note()).statusCode()).isEqualTo(400);
    assertThat(records()).isZero();
  }

  @Test
  void whatIsNotMappedIsNotKept() {
    assertThat(post("/nowhere", note()).statusCode()).isEqualTo(404);
    assertThat(send(keyed("/notes").DELETE()).statusCode()).isEqualTo(405);
    HttpResponse<String> xml =
        send(
            keyed("/notes")
                .setHeader("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString("<note/>")));
    assertThat(xml.statusCode()).isEqualTo(415);
    HttpResponse<String> image =
        send(keyed("/notes").header("Accept", "image/png").POST(BodyPublishers.ofString(note())));
    assertThat(image.statusCode()).isEqualTo(406);
    assertThat(records()).isZero();
    assertThat(notes()).isZero();
  }

  @Test
  void aFormIsReadOnceAndArrives() {
    HttpResponse<String> first = form();
    assertThat(first.statusCode()).isEqualTo(200);
    assertReplayOf(first, form());
    assertThat(notes()).isEqualTo(1);
  }

  private HttpResponse<String> form() {
    return send(
        keyed("/form")
            .setHeader("Content-Type", "application/x-www-form-urlencoded")
            .method("PATCH", BodyPublishers.ofString("text=" + key)));
  }

  @Test
  void anUploadArrives() {
    HttpResponse<String> first = upload("b1");
    assertThat(first.statusCode()).isEqualTo(200);
    assertReplayOf(first, upload("b2"));
    assertThat(notes()).isEqualTo(1);
  }

  private HttpResponse<String> upload(String boundary) {
    String body =
        """
        --%1$s
        Content-Disposition: form-data; name="text"

        %2$s
        --%1$s
        Content-Disposition: form-data; name="file"; filename="a.txt"
        Content-Type: text/plain

        hello
        --%1$s--
        """
            .formatted(boundary, key)
            .replace("\n", "\r\n");
    return send(
        keyed("/upload")
            .setHeader("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(BodyPublishers.ofString(body)));
  }

  @Test
  void whatAMethodTellsAnUnprotectedHandlerIsAProblemToo() {
    assertThat(post("/unprotected?page=1", note()).statusCode()).isEqualTo(200);
    assertThat(post("/unprotected?page=1", note()).statusCode()).isEqualTo(200);
    assertThat(notes()).isEqualTo(1);

    HttpResponse<String> mismatch = post("/unprotected?page=2", note());
    assertThat(mismatch.statusCode()).isEqualTo(422);
    assertThat(mismatch.body()).contains("\"code\":\"mismatch\"");

    takeANewKey();
    HttpResponse<String> rejected = post("/unprotected?page=-1", note());
    assertThat(rejected.statusCode()).isEqualTo(422);
    assertThat(rejected.body()).contains("\"code\":\"NO_SUCH_PAGE\"");
    assertThat(rejected.headers().firstValue("Content-Type")).contains("application/problem+json");
  }

  @Test
  void aMethodWithinAHandlerCommitsWithIt() {
    assertReplayOf(post("/both?page=1", note()), post("/both?page=1", note()));
    assertThat(notes()).isEqualTo(1);
    assertThat(
            database()
                .queryLong(
                    "SELECT count(*) FROM semel.intent WHERE key = ? AND operation = 'write-once'",
                    key))
        .isEqualTo(1);
  }
}

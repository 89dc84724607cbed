package dev.semel.demo.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PageExtension.class)
class PageIT {
  private static final String CASES_OF_COMPLAINT =
      "SELECT count(*) FROM casework.complaint_case WHERE tenant = 'north' AND complaint_ref = ?";
  private static final String AUDIT_ROWS_WITH_KEY =
      "SELECT count(*) FROM semel.audit WHERE key = ?";
  private static final String APPLIED_TO_CASE =
      "SELECT count(*) FROM casework.dashboard_applied WHERE case_id = ?::uuid";
  private static final String EFFECTS_OF_STORM =
      """
      SELECT (SELECT count(*) FROM casework.complaint_case c
              WHERE c.tenant = 'storm' AND c.source = ?)
           + (SELECT count(*) FROM casework.complaint_case desk
              JOIN casework.note n USING (case_id)
              WHERE desk.tenant = 'storm' AND desk.source = ? || '-desk')
      """;

  @Test
  void theListShowsTheCasesOfTheTenant(CaseworkPage page) {
    page.open("/cases");

    assertThat(page.all(".case-row").filter(withText("Water bills doubled"))).isVisible();
    assertThat(page.all(".case-row").filter(withText("Street lights out"))).hasCount(0);
  }

  @Test
  void anotherUserSeesTheCasesOfAnotherTenant(CaseworkPage page) {
    page.open("/cases");
    page.field("Acting as").selectOption("south-ines");

    assertThat(page.all(".case-row").filter(withText("Street lights out"))).isVisible();
    assertThat(page.all(".case-row").filter(withText("Water bills doubled"))).hasCount(0);
  }

  @Test
  void theListCanBeFilteredByStateAndByText(CaseworkPage page) {
    page.open("/cases");
    page.all(".chips a").filter(withText("Escalated")).click();
    assertThat(page.all(".case-row .badge").first()).hasText("Escalated");
    assertThat(page.all(".case-row .badge").filter(withText("Open"))).hasCount(0);

    page.field("Find").fill("no case says this");
    assertThat(page.all(".empty")).hasText("No case matches. Try fewer letters.");
  }

  @Test
  void pressingTwiceAtOnceOpensOneCase(CaseworkPage page) {
    page.open("/twice");
    String complaint = page.field("Complaint reference").inputValue();

    page.press("Press twice at once");

    assertThat(page.conclusion()).containsText("1 effect in the database");
    assertThat(page.all(".answer-ran")).hasCount(1);
    assertThat(page.all(".answer-replayed")).hasCount(1);
    assertThat(page.rows().count(CASES_OF_COMPLAINT, complaint)).isEqualTo(1);
  }

  @Test
  void theKeyIsMadeWithTheFormAndShown(CaseworkPage page) {
    page.open("/twice");
    String key = page.all(".key-whole").innerText();
    assertThat(UUID.fromString(key)).hasToString(key);

    page.press("Open the case");
    assertThat(page.conclusion()).containsText("1 attempt, 1 effect");

    assertThat(page.all(".key-whole")).hasText(key);
    assertThat(page.rows().count(AUDIT_ROWS_WITH_KEY, key)).isEqualTo(1);
  }

  @Test
  void aPressAfterTheAnswerIsReplayed(CaseworkPage page) {
    page.open("/twice");
    page.press("Open the case");
    assertThat(page.all(".answer-ran")).hasCount(1);

    page.press("Open the case");

    assertThat(page.all(".answer-replayed")).hasCount(1);
    assertThat(page.conclusion()).containsText("2 attempts, 1 effect");
  }

  @Test
  void theSameKeyWithAnotherPayloadIsShownAsRefused(CaseworkPage page) {
    page.open("/twice");
    page.press("Open the case");
    assertThat(page.all(".answer-ran")).hasCount(1);

    page.press("Same key, other payload");

    Locator refused = page.all(".answer-refused");
    assertThat(refused).containsText("422");
    assertThat(refused).containsText("Press “New key”");
    assertThat(page.conclusion()).containsText("2 attempts, 1 effect");
  }

  @Test
  void changingTheFormMakesANewKey(CaseworkPage page) {
    page.open("/twice");
    page.press("Open the case");
    assertThat(page.all(".answer-ran")).hasCount(1);
    String key = page.all(".key-whole").innerText();

    page.field("Subject").fill("Another matter");

    assertThat(page.all(".key-whole")).not().hasText(key);
    assertThat(page.all(".answers-none")).isVisible();
  }

  @Test
  void theTimelineShowsACommandOnceHoweverOftenItIsPressed(CaseworkPage page) {
    openNewCase(page);
    page.press("Note");
    String key = page.all(".key-whole").innerText();

    page.press("Press twice at once");
    assertThat(page.conclusion()).containsText("1 effect in the database");
    page.press("Add the note");
    assertThat(page.all(".answer-replayed")).hasCount(2);
    assertThat(page.conclusion()).containsText("1 effect in the database");

    assertThat(page.all(".step")).hasCount(2);
    assertThat(page.all(".step").filter(withText("NoteAdded"))).hasCount(1);
    assertThat(page.rows().count(AUDIT_ROWS_WITH_KEY, key)).isEqualTo(1);
  }

  @Test
  void everyCommandOfACaseCanBeGiven(CaseworkPage page) {
    openNewCase(page);
    List<String> commands =
        List.of(
            "Assign",
            "Note",
            "Timer",
            "Evidence",
            "Fee",
            "Notice",
            "Escalate",
            "Approve",
            "Close",
            "Reopen");

    for (String command : commands) {
      page.press(command);
      page.all(".action-form button.primary").click();
      assertThat(page.conclusion()).containsText("1 attempt, 1 effect");
    }

    assertThat(page.all(".step")).hasCount(1 + commands.size());
  }

  @Test
  void aRefusalIsShownInTheServicesWordsWithWhatToDo(CaseworkPage page) {
    openNewCase(page);
    page.press("Assign");
    page.field("Officer").selectOption("bruno");

    page.press("Assign the officer");

    assertThat(page.all(".answer-refused")).containsText("409");
    assertThat(page.all(".answer-refused")).containsText("To be judged anew, press “New key”");
    assertThat(page.conclusion()).containsText("0 effects");
  }

  @Test
  void whatAPersonTypesIsShownAsText(CaseworkPage page) {
    String subject = "<img src=/nothing onerror=alert(1)> & <b>" + UUID.randomUUID() + "</b>";
    page.open("/twice");
    page.field("Subject").fill(subject);
    page.press("Open the case");
    page.window().getByText("See the case").click();

    assertThat(page.all("h1")).hasText(subject);
    assertThat(page.all("main img, main b")).hasCount(0);
  }

  @Test
  @Tag("thorough")
  void aServerThatIsAwayIsAnnouncedAndAskedAgain(CaseworkPage page) {
    page.open("/cases");
    page.all(".case-row").first().waitFor();
    page.window().context().setOffline(true);
    assertThat(page.all("#away")).containsText("does not answer");

    page.window().context().setOffline(false);

    assertThat(page.all("#away")).isHidden();
  }

  @Test
  void anEventIsSeenOnItsWayToTheDashboard(CaseworkPage page) {
    openNewCase(page);
    page.open("/events");

    assertThat(page.all(".dashboard [role=status]")).containsText("as the cases are");
    assertThat(page.all(".stage-applied dd").first()).not().hasText("0");
    assertThat(page.all(".bars li").filter(withText("Bruno"))).containsText("20");
  }

  @Test
  void aDeadLetterIsMadeShownAndRedriven(CaseworkPage page) {
    page.open("/events");
    // What is still on its way would be poisoned in place of what this test makes.
    assertThat(page.all(".dashboard [role=status]")).containsText("as the cases are");
    page.press("Poison the next event");
    assertThat(page.window().getByText("Change a case now")).isVisible();
    openNewCase(page);
    String caseId = page.window().url().replaceFirst(".*/", "");
    page.open("/events");
    Locator letter = page.all(".letter").filter(withText("Case opened"));
    assertThat(letter).containsText("POISONED");
    assertThat(page.rows().count(APPLIED_TO_CASE, caseId)).isZero();

    letter.locator("button").click();

    assertThat(letter).hasCount(0);
    assertThat(page.all(".dashboard [role=status]")).containsText("as the cases are");
    assertThat(page.rows().count(APPLIED_TO_CASE, caseId)).isEqualTo(1);
  }

  @Test
  void aStormWithFaultsEndsInTheVerdictOfTheDatabase(CaseworkPage page) {
    page.open("/storm");
    choose(page, "Clients", 4);
    choose(page, "Intents", 60);
    choose(page, "Duplicates", 3);
    choose(page, "Lost replies", 10);
    choose(page, "Killed connections", 4);
    choose(page, "Database restarts", 1);
    choose(page, "Rewinds", 1);
    choose(page, "Reorderings", 1);

    Response started =
        page.window()
            .waitForResponse(
                reply -> reply.request().method().equals("POST"),
                () -> page.press("Start the storm"));
    String stormId = started.headerValue("Location").replaceFirst(".*/", "");

    Locator verdict = page.all(".verdict-title");
    verdict.waitFor(new Locator.WaitForOptions().setTimeout(180_000));
    assertThat(verdict).hasText("One effect per intent. None lost.");
    assertThat(page.all(".tile-effects dd").first()).hasText("60");
    assertThat(page.all(".storm-share")).hasText("60 of 60 intents");
    assertThat(page.all(".verdict tbody tr").filter(withText("broken"))).hasCount(0);
    assertThat(page.all(".verdict tbody tr").filter(withText("in Kafka"))).hasCount(2);
    assertThat(page.all(".tile-reorderings dd").first()).hasText("1");
    assertThat(page.all(".chart")).hasAttribute("aria-label", Pattern.compile(".*effects 60.*"));
    assertThat(page.button("Start the storm")).isEnabled();
    assertThat(page.rows().count(EFFECTS_OF_STORM, stormId, stormId)).isEqualTo(60);
  }

  @Test
  @Tag("thorough")
  void aStormIsFoundByAReloadedPageAndCanBeStopped(CaseworkPage page) {
    page.open("/storm");
    choose(page, "Intents", 2_000);
    page.press("Start the storm");
    assertThat(page.button("Stop")).isEnabled();
    page.window().reload();

    page.press("Stop");

    page.all(".verdict-title").waitFor(new Locator.WaitForOptions().setTimeout(180_000));
    assertThat(page.all(".verdict-title")).hasText("One effect per intent. None lost.");
    assertThat(page.button("Start the storm")).isEnabled();
  }

  @Test
  void aStormCanOnlyBeStartedWhenThePageKnowsWhetherOneRuns(CaseworkPage page) {
    List<Route> held = new ArrayList<>();
    page.window().route("**/api/storm", held::add);
    page.open("/storm");
    assertThat(page.field("Clients")).hasAttribute("max", Pattern.compile("[0-9]+"));
    page.window().waitForCondition(() -> !held.isEmpty());
    assertThat(page.button("Start the storm")).isDisabled();

    held.forEach(Route::resume);

    assertThat(page.button("Start the storm")).isEnabled();
  }

  @Test
  void nothingScrollsSidewaysOnAPhone(CaseworkPage page) {
    for (int widthPixels : List.of(320, 360)) {
      page.resize(widthPixels, 700);
      for (String view : List.of("/cases", "/twice", "/events", "/storm")) {
        page.open(view);
        assertNoSidewaysScrolling(page);
      }
      openNewCase(page);
      assertNoSidewaysScrolling(page);
    }
  }

  @Test
  void everyFieldHasALabel(CaseworkPage page) {
    for (String view : List.of("/cases", "/twice", "/events", "/storm")) {
      page.open(view);
      Object unlabelled =
          page.window()
              .evaluate(
                  "() => [...document.querySelectorAll('input, select, textarea')]"
                      + ".filter((field) => field.labels.length === 0).map((field) => field.name)");
      assertThat(unlabelled).isEqualTo(List.of());
    }
  }

  @Test
  void aFormCanBeUsedByKeyboardAlone(CaseworkPage page) {
    page.open("/twice");
    page.field("Subject").focus();
    page.window().keyboard().press("Enter");

    assertThat(page.conclusion()).containsText("1 attempt, 1 effect");
  }

  private static void openNewCase(CaseworkPage page) {
    page.open("/twice");
    page.press("Open the case");
    page.window().getByText("See the case").click();
    page.all(".step").first().waitFor();
  }

  private static Locator.FilterOptions withText(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static void choose(CaseworkPage page, String field, int number) {
    page.field(field).fill(String.valueOf(number));
  }

  private static void assertNoSidewaysScrolling(CaseworkPage page) {
    Object excessPixels =
        page.window()
            .evaluate(
                "() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assertThat(excessPixels).isEqualTo(0);
  }
}

package dev.semel.demo.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For those who use the page by keyboard, or hear it. */
@Tag("thorough")
@ExtendWith(PageExtension.class)
class AccessIT {
  private static final int TABS = 14;

  /** Past the last thing on the page the keyboard is nowhere. */
  private static final String FOCUS_IS_DRAWN =
      """
      () => {
        if (document.activeElement === document.body) {
          return true;
        }
        const style = getComputedStyle(document.activeElement);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
      }
      """;

  private static final String FOCUSED =
      "() => document.activeElement.outerHTML.split('>')[0] + '>'";

  /** What is pressed or followed has words: its own, or a label. */
  private static final String WORDLESS =
      """
      () => [...document.querySelectorAll('a, button, summary, progress')]
        .filter((node) => !(node.getAttribute('aria-label') || node.textContent).trim())
        .map((node) => node.outerHTML)
      """;

  private static final String HEADING_LEVELS =
      """
      () => [...document.querySelectorAll('h1, h2, h3, h4')].map((node) => +node.tagName[1])
      """;

  @ParameterizedTest
  @ValueSource(strings = {"/cases", "/twice", "/events", "/storm"})
  void whereTheKeyboardIsCanBeSeen(String view, CaseworkPage page) {
    page.open(view);
    for (int i = 0; i < TABS; i++) {
      page.window().keyboard().press("Tab");
      assertThat(page.window().evaluate(FOCUS_IS_DRAWN))
          .as("%s", page.window().evaluate(FOCUSED))
          .isEqualTo(true);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cases", "/twice", "/events", "/storm"})
  void whatCanBePressedHasWordsAndHeadingsSkipNoLevel(String view, CaseworkPage page) {
    page.open(view);

    assertThat(page.window().evaluate(WORDLESS)).isEqualTo(List.of());
    int level = 0;
    for (Object next : (List<?>) page.window().evaluate(HEADING_LEVELS)) {
      assertThat((Integer) next).isBetween(1, level + 1);
      level = (Integer) next;
    }
    assertThat(page.all("h1")).hasCount(1);
  }

  @Test
  void theFirstTabSkipsToTheContent(CaseworkPage page) {
    page.open("/cases");
    page.window().keyboard().press("Tab");
    assertThat(page.all(":focus")).hasText("Skip to the content");

    page.window().keyboard().press("Enter");

    assertThat(page.all("main:focus")).hasCount(1);
  }

  @Test
  void anotherViewBeginsAtItsHeading(CaseworkPage page) {
    page.open("/cases");
    page.window().getByText("Retry storm").first().focus();

    page.window().keyboard().press("Enter");

    assertThat(page.all("h1:focus")).hasText("Retry storm");
  }
}

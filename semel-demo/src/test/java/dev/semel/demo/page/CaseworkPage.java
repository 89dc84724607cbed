package dev.semel.demo.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;

/** The page as a person uses it: by what buttons, fields and headings say. One thread. */
final class CaseworkPage implements AutoCloseable {
  private static final double TIMEOUT_MILLIS = 30_000;

  private final String address;
  private final BrowserContext window;
  private final PageWatch watch;
  private final Page page;
  private final DatabaseRows rows;

  CaseworkPage(String address, BrowserContext window, DatabaseRows rows) {
    this.address = address;
    this.window = window;
    this.rows = rows;
    watch = new PageWatch(address, window);
    page = window.newPage();
    page.setDefaultTimeout(TIMEOUT_MILLIS);
    PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
  }

  PageWatch watch() {
    return watch;
  }

  DatabaseRows rows() {
    return rows;
  }

  /** The window, for what has no words of its own here. */
  Page window() {
    return page;
  }

  /** Goes to a view such as {@code /cases}, and waits for its heading. */
  void open(String view) {
    page.navigate(address + "/#" + view);
    page.locator("h1").waitFor();
  }

  void resize(int widthPixels, int heightPixels) {
    page.setViewportSize(widthPixels, heightPixels);
  }

  void press(String button) {
    button(button).click();
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator heading(String text) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(text));
  }

  Locator all(String selector) {
    return page.locator(selector);
  }

  /** What the page says in the end of a press, counted in the database. */
  Locator conclusion() {
    return page.locator(".conclusion:not(:empty)");
  }

  @Override
  public void close() {
    window.close();
  }
}

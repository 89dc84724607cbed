package dev.semel.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Response;
import java.util.ArrayList;
import java.util.List;

/** Notes what a good page never does: errors, files that are missing, requests to other hosts. */
final class PageWatch {
  /** The browser reports every refused request so, the intended ones too. */
  private static final String REFUSED_REQUEST = "Failed to load resource";

  private final String address;
  private final List<String> offences = new ArrayList<>();

  PageWatch(String address, BrowserContext window) {
    this.address = address;
    window.onConsoleMessage(this::console);
    window.onWebError(error -> offences.add("error: " + error.error()));
    window.onRequest(request -> requested(request.url()));
    window.onResponse(this::answered);
  }

  void verify() {
    assertThat(offences).isEmpty();
  }

  private void console(ConsoleMessage message) {
    boolean isBad = message.type().equals("error") || message.type().equals("warning");
    if (isBad && !message.text().startsWith(REFUSED_REQUEST)) {
      offences.add("console: " + message.text());
    }
  }

  private void requested(String url) {
    if (!url.startsWith(address + "/")) {
      offences.add("request to another host: " + url);
    }
  }

  private void answered(Response response) {
    boolean isRead = response.request().method().equals("GET");
    if (isRead && response.status() >= 400) {
      offences.add("answer %d to %s".formatted(response.status(), response.url()));
    }
  }
}

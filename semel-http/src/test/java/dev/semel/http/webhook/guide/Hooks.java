package dev.semel.http.webhook.guide;

import dev.semel.http.webhook.WebhookReceiver;
import dev.semel.http.webhook.WebhookServlet;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

// snippet: webhook-servlet
/** Puts the receiver at {@code /hooks/billing}. */
record Hooks(WebhookReceiver receiver) implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    event
        .getServletContext()
        .addServlet("billing-hooks", new WebhookServlet(receiver))
        .addMapping("/hooks/billing");
  }
}
// end snippet

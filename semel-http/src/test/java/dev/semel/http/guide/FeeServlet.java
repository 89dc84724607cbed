package dev.semel.http.guide;

import dev.semel.IntentId;
import dev.semel.http.Idempotency;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;

/** Charges the fee of a case. */
final class FeeServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Provider provider;

  FeeServlet(Provider provider) {
    this.provider = provider;
  }

  // snippet: http-leased-handler
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    IntentId intent = Objects.requireNonNull(Idempotency.intentOf(request));
    String receipt = provider.charge(intent.key()); // a repeated call is the same call there, too
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setHeader("Location", "/receipts/" + receipt);
  }
  // end snippet
}

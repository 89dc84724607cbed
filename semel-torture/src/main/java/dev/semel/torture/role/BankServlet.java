package dev.semel.torture.role;

import dev.semel.LeaseLostException;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.http.HttpEffect;
import dev.semel.http.Idempotency;
import dev.semel.http.IdempotencyFilter;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Json;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.util.Objects;

/** The bank's endpoints. */
final class BankServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final int CREATED = 201;
  private static final int REJECTED = 422;
  private static final int BUSY = 409;

  private final transient Bank bank;
  private final transient Payouts payouts;
  private final transient Settlements settlements;
  private final transient BrokenTransfers broken;
  private final boolean isBroken;

  BankServlet(Semel semel, Payouts payouts, RoleSettings settings) {
    this.bank = new Bank(settings.build());
    this.payouts = payouts;
    this.settlements = new Settlements(semel, bank);
    this.broken = new BrokenTransfers(semel, bank);
    this.isBroken = settings.broken();
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Op op = Op.at(request.getRequestURI());
    String tenant = Objects.requireNonNull(request.getHeader(NodeRole.TENANT_HEADER));
    Payload payload = Payload.read(request.getInputStream().readAllBytes());
    switch (op) {
      case OPEN -> book(request, response, op, tenant, payload);
      case TRANSFER -> transfer(request, response, tenant, payload);
      case PAYOUT, CHEQUE -> pay(request, response, op, tenant, payload);
      case SETTLEMENT -> settle(request, response, tenant, payload);
    }
  }

  private void transfer(
      HttpServletRequest request, HttpServletResponse response, String tenant, Payload payload)
      throws ServletException, IOException {
    if (isBroken) {
      answer(response, broken.transfer(tenant, key(request), payload));
    } else {
      book(request, response, Op.TRANSFER, tenant, payload);
    }
  }

  private void book(
      HttpServletRequest request,
      HttpServletResponse response,
      Op op,
      String tenant,
      Payload payload)
      throws ServletException, IOException {
    String key = intentKey(request);
    try {
      created(response, bank.book(HttpEffect.of(request), op, tenant, key, payload).answer());
    } catch (SQLException e) {
      throw new ServletException(e); // with its cause, by which Semel knows a deadlock
    }
  }

  private void pay(
      HttpServletRequest request,
      HttpServletResponse response,
      Op op,
      String tenant,
      Payload payload)
      throws IOException {
    String key = isBroken ? key(request) : intentKey(request);
    try {
      answer(response, payouts.pay(op, tenant, key, payload));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while paying");
    }
  }

  private void settle(
      HttpServletRequest request, HttpServletResponse response, String tenant, Payload payload)
      throws IOException {
    try {
      answer(response, settlements.settle(tenant, key(request), payload));
    } catch (LeaseLostException e) {
      busy(response);
    }
  }

  private static String intentKey(HttpServletRequest request) {
    return Objects.requireNonNull(Idempotency.intentOf(request)).key();
  }

  /** The key of a request that passes the filter by: a quoted string, as the client sends it. */
  private static String key(HttpServletRequest request) {
    String header = Objects.requireNonNull(request.getHeader(IdempotencyFilter.KEY_HEADER));
    return header.substring(1, header.length() - 1);
  }

  private static void answer(HttpServletResponse response, Outcome<String> outcome)
      throws IOException {
    if (outcome.isDone()) {
      created(response, outcome.orElseThrow());
    } else if (outcome instanceof Outcome.Rejected<String> no) {
      problem(response, REJECTED, no.rejection().code());
    } else if (outcome instanceof Outcome.Mismatch<String>) {
      problem(response, REJECTED, "mismatch");
    } else {
      busy(response);
    }
  }

  private static void created(HttpServletResponse response, String answer) throws IOException {
    response.setStatus(CREATED);
    response.setContentType("application/json");
    response.getWriter().print(answer);
  }

  private static void busy(HttpServletResponse response) throws IOException {
    response.setHeader("Retry-After", "1");
    // Said about this moment only; the filter of a leased route keeps other conflicts.
    response.setHeader(IdempotencyFilter.TRANSIENT_HEADER, "true");
    problem(response, BUSY, "in_progress");
  }

  private static void problem(HttpServletResponse response, int status, String code)
      throws IOException {
    response.setStatus(status);
    response.setContentType("application/problem+json");
    response.getWriter().print(Json.object().put("status", status).put("code", code));
  }
}

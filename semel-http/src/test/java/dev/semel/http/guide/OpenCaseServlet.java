package dev.semel.http.guide;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.http.HttpEffect;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Opens a case for each complaint. */
final class OpenCaseServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  // snippet: http-handler
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    JdbcEffect effect = HttpEffect.of(request);
    long id = insert(effect.connection(), request);
    effect.audit("OPEN_CASE", "case " + id, null);
    effect.publish(Event.of("case", Long.toString(id), "CaseOpened", "{\"id\":" + id + "}"));
    response.setStatus(HttpServletResponse.SC_CREATED);
    response.setHeader("Location", "/cases/" + id);
    response.setContentType("application/json");
    response.getWriter().print("{\"id\":" + id + "}");
  }

  private static long insert(Connection connection, HttpServletRequest request)
      throws IOException, ServletException {
    String json = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO cases (complaint) VALUES (?::jsonb ->> 'complaint') RETURNING id")) {
      insert.setString(1, json);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw new ServletException(e); // with its cause, by which Semel knows a deadlock
    }
  }
  // end snippet
}

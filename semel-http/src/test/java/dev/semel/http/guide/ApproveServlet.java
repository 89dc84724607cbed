package dev.semel.http.guide;

import dev.semel.JdbcEffect;
import dev.semel.http.HttpEffect;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Approves the case whose id is in the path. */
final class ApproveServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    try {
      approve(request, response);
    } catch (SQLException e) {
      throw new ServletException(e);
    }
  }

  private static void approve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, SQLException {
    long id = Long.parseLong(request.getPathInfo().split("/", -1)[1]);
    // snippet: http-no
    JdbcEffect effect = HttpEffect.of(request);
    String state = stateOf(effect.connection(), id);
    if (state == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    if (!state.equals("OPEN")) {
      throw effect.reject("NOT_OPEN", "the case is " + state);
    }
    // end snippet
    update(effect.connection(), id);
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
  }

  private static @Nullable String stateOf(Connection connection, long id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT state FROM cases WHERE id = ? FOR UPDATE")) {
      select.setLong(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private static void update(Connection connection, long id) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE cases SET state = 'APPROVED' WHERE id = ?")) {
      update.setLong(1, id);
      update.executeUpdate();
    }
  }
}

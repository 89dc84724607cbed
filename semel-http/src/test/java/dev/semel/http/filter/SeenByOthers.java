package dev.semel.http.filter;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A filter in front that notes what comes out of the idempotency filter. */
final class SeenByOthers implements Filter {
  private volatile @Nullable Throwable thrown;

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (IOException | ServletException | RuntimeException | Error e) {
      thrown = e;
      throw e;
    }
  }

  Throwable thrown() {
    return Objects.requireNonNull(thrown, "nothing was thrown");
  }
}

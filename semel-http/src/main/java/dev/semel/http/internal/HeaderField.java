package dev.semel.http.internal;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;

/**
 * A field of a response's header section.
 *
 * @param replacing whether it takes the place of what is there; else it is added to that
 * @param values its lines, in order
 */
record HeaderField(String name, boolean replacing, List<String> values) {
  HeaderField {
    values = List.copyOf(values);
  }

  boolean isNamed(String other) {
    return name.equalsIgnoreCase(other);
  }

  void applyTo(HttpServletResponse response) {
    if (replacing) {
      response.setHeader(name, values.isEmpty() ? null : values.get(0));
    }
    for (int i = replacing ? 1 : 0; i < values.size(); i++) {
      response.addHeader(name, values.get(i));
    }
  }
}

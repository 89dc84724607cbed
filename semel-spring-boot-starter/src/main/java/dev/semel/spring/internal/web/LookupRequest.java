package dev.semel.spring.internal.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to look a handler up with, ahead of the dispatcher. What the lookup notes stays in
 * here, and its parameters are not to be had, because reading them could read the body.
 */
final class LookupRequest extends HttpServletRequestWrapper {
  private final Map<String, Object> attributes = new HashMap<>();

  LookupRequest(HttpServletRequest request) {
    super(request);
    for (String name : Collections.list(request.getAttributeNames())) {
      attributes.put(name, request.getAttribute(name));
    }
  }

  @Override
  public void setAttribute(String name, @Nullable Object value) {
    if (value == null) {
      attributes.remove(name);
    } else {
      attributes.put(name, value);
    }
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return attributes.get(name);
  }

  @Override
  public Enumeration<String> getAttributeNames() {
    return Collections.enumeration(attributes.keySet());
  }

  @Override
  public void removeAttribute(String name) {
    attributes.remove(name);
  }

  @Override
  public @Nullable String getParameter(String name) {
    return null;
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    return null;
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.emptyEnumeration();
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return Map.of();
  }
}

package dev.semel.http.server;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a test server serves. All servlets and filters support asynchronous requests. Immutable. */
public final class WebApp {
  private final List<Mapped<Servlet>> servlets;
  private final List<Mapped<Filter>> filters;

  private WebApp(List<Mapped<Servlet>> servlets, List<Mapped<Filter>> filters) {
    this.servlets = List.copyOf(servlets);
    this.filters = List.copyOf(filters);
  }

  /**
   * A part of the application.
   *
   * @param path a pattern of the servlet specification, such as {@code /*}
   */
  record Mapped<T>(
      String path,
      T part,
      @Nullable MultipartConfigElement multipart,
      Set<DispatcherType> dispatches) {}

  public static WebApp create() {
    return new WebApp(List.of(), List.of());
  }

  public WebApp servlet(String path, Servlet servlet) {
    return servlet(path, servlet, null);
  }

  /** A servlet that takes multipart forms. */
  public WebApp servlet(String path, Servlet servlet, @Nullable MultipartConfigElement multipart) {
    List<Mapped<Servlet>> more = new ArrayList<>(servlets);
    more.add(new Mapped<>(path, servlet, multipart, Set.of()));
    return new WebApp(more, filters);
  }

  /** Filters run in the order in which they are added, for requests from outside. */
  public WebApp filter(String path, Filter filter) {
    return filter(path, filter, Set.of(DispatcherType.REQUEST));
  }

  /** A filter that runs for other dispatches. */
  public WebApp filter(String path, Filter filter, Set<DispatcherType> dispatches) {
    List<Mapped<Filter>> more = new ArrayList<>(filters);
    more.add(new Mapped<>(path, filter, null, dispatches));
    return new WebApp(servlets, more);
  }

  List<Mapped<Servlet>> servlets() {
    return servlets;
  }

  List<Mapped<Filter>> filters() {
    return filters;
  }
}

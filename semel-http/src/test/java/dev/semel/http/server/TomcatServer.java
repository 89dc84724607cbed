package dev.semel.http.server;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat. */
final class TomcatServer implements TestServer {
  private final Tomcat tomcat = new Tomcat();
  private final Path directory;

  TomcatServer(WebApp app) {
    directory = newDirectory();
    tomcat.setSilent(true);
    tomcat.setBaseDir(directory.toString());
    tomcat.setPort(0);
    tomcat.getConnector().addUpgradeProtocol(http2());
    tomcat.getConnector().setProperty("acceptCount", Integer.toString(Containers.ACCEPT_QUEUE));
    Context context = tomcat.addContext("", directory.toString());
    for (int i = 0; i < app.filters().size(); i++) {
      addFilter("filter-" + i, app.filters().get(i), context);
    }
    for (int i = 0; i < app.servlets().size(); i++) {
      addServlet("servlet-" + i, app.servlets().get(i), context);
    }
    Containers.run("start Tomcat", tomcat::start);
  }

  /** Unless told, Tomcat takes many small frames on one connection for an attack. */
  private static Http2Protocol http2() {
    Http2Protocol protocol = new Http2Protocol();
    protocol.setOverheadCountFactor(0);
    protocol.setOverheadDataThreshold(0);
    protocol.setOverheadWindowUpdateThreshold(0);
    return protocol;
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("tomcat-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void addFilter(String name, WebApp.Mapped<Filter> filter, Context context) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(name);
    definition.setFilter(filter.part());
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap mapping = new FilterMap();
    mapping.setFilterName(name);
    mapping.addURLPattern(filter.path());
    filter.dispatches().forEach(dispatch -> mapping.setDispatcher(dispatch.name()));
    context.addFilterMap(mapping);
  }

  private static void addServlet(String name, WebApp.Mapped<Servlet> servlet, Context context) {
    Wrapper wrapper = Tomcat.addServlet(context, name, servlet.part());
    wrapper.setAsyncSupported(true);
    if (servlet.multipart() != null) {
      wrapper.setMultipartConfigElement(servlet.multipart());
    }
    context.addServletMappingDecoded(servlet.path(), name);
  }

  @Override
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    Containers.run(
        "stop Tomcat",
        () -> {
          tomcat.stop();
          tomcat.destroy();
          deleteDirectory();
        });
  }

  private void deleteDirectory() throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}

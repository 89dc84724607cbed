package dev.semel.demo.page;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test the page in a window of its own, on one service with its embedded database. After
 * each test the window must have stayed with the service and its console silent. Where there is no
 * Chromium, the tests are skipped and say so.
 */
final class PageExtension implements BeforeAllCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(PageExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    Optional<Path> chromium = Chromium.find();
    if (chromium.isEmpty()) {
      System.out.println(
          "SKIPPED: the tests of the demo's page need chromium on the path; install it and run again");
    }
    assumeTrue(chromium.isPresent(), "no chromium on the path");
    context.getStore(NAMESPACE).put(RunningDemo.class, RunningDemo.start(chromium.orElseThrow()));
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == CaseworkPage.class;
  }

  @Override
  public CaseworkPage resolveParameter(ParameterContext parameter, ExtensionContext context) {
    RunningDemo demo =
        requireNonNull(context.getStore(NAMESPACE).get(RunningDemo.class, RunningDemo.class));
    CaseworkPage page = demo.newPage();
    context.getStore(NAMESPACE).put(CaseworkPage.class, page);
    return page;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    CaseworkPage page = context.getStore(NAMESPACE).get(CaseworkPage.class, CaseworkPage.class);
    if (page == null) {
      return;
    }
    try {
      page.watch().verify();
    } finally {
      page.close();
    }
  }
}

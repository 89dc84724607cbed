package dev.semel.http.internal;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The multipart configuration of the servlet that serves a request, as far as it can be known: the
 * servlet API tells it to containers only. Without one, files are written to the directory that the
 * container gives to the application, and nothing but the limit of the body holds.
 */
final class MultipartLimits {
  /** Where Jetty leaves it for the request. */
  private static final String JETTY_ATTRIBUTE = "org.eclipse.jetty.multipartConfig";

  private MultipartLimits() {}

  static MultipartConfigElement of(HttpServletRequest request) {
    if (request.getAttribute(JETTY_ATTRIBUTE) instanceof MultipartConfigElement known) {
      return located(known, request.getServletContext());
    }
    MultipartConfig annotation = annotationOf(request);
    MultipartConfigElement config =
        annotation == null
            ? new MultipartConfigElement("")
            : new MultipartConfigElement(annotation);
    return located(config, request.getServletContext());
  }

  private static @Nullable MultipartConfig annotationOf(HttpServletRequest request) {
    String servlet = request.getHttpServletMapping().getServletName();
    ServletRegistration registration =
        request.getServletContext().getServletRegistrations().get(servlet);
    String className = registration == null ? null : registration.getClassName();
    if (className == null) {
      return null;
    }
    try {
      return Class.forName(className, false, loaderOf(request.getServletContext()))
          .getAnnotation(MultipartConfig.class);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** Jetty within a program has none of its own. */
  private static ClassLoader loaderOf(ServletContext context) {
    ClassLoader loader = context.getClassLoader();
    return loader == null ? MultipartLimits.class.getClassLoader() : loader;
  }

  private static MultipartConfigElement located(
      MultipartConfigElement config, ServletContext context) {
    boolean named = config.getLocation() != null && !config.getLocation().isEmpty();
    return named
        ? config
        : new MultipartConfigElement(
            directoryOf(context),
            config.getMaxFileSize(),
            config.getMaxRequestSize(),
            config.getFileSizeThreshold());
  }

  /** A container within a program may have none; never where the program happened to start. */
  private static String directoryOf(ServletContext context) {
    Object directory = context.getAttribute(ServletContext.TEMPDIR);
    return directory == null ? System.getProperty("java.io.tmpdir") : directory.toString();
  }
}

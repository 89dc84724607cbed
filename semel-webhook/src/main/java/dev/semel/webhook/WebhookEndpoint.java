package dev.semel.webhook;

import dev.semel.signing.StandardSigner;
import java.net.URI;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Where webhooks go. Immutable; each method returns a changed copy.
 *
 * @param name keeps the endpoint's place among the events: an endpoint of the same name goes on
 *     where it was, whatever else of it has changed. 1 to 80 letters, digits, hyphens and
 *     underscores
 * @param url is checked against the {@link EgressPolicy} when the endpoint is added, and again at
 *     each attempt
 * @param signer with the keys that are valid now
 * @param filter which events it gets
 * @param form what the body looks like
 * @param source who sends, for {@link PayloadForm#CLOUD_EVENTS}
 */
public record WebhookEndpoint(
    String name,
    URI url,
    StandardSigner signer,
    EventFilter filter,
    PayloadForm form,
    String source) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,80}");
  private static final String DEFAULT_SOURCE = "/semel";

  public WebhookEndpoint {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(signer, "signer");
    Objects.requireNonNull(filter, "filter");
    Objects.requireNonNull(form, "form");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of an endpoint has 1 to 80 letters, digits, hyphens and underscores, and nothing else");
    }
    if (source.isBlank()) {
      throw new IllegalArgumentException(
          "the source of endpoint %s is blank; give a path or an address".formatted(name));
    }
  }

  /** An endpoint that gets everything, in the standard form. */
  public static WebhookEndpoint of(String name, URI url, StandardSigner signer) {
    return new WebhookEndpoint(
        name, url, signer, EventFilter.everything(), PayloadForm.STANDARD, DEFAULT_SOURCE);
  }

  public WebhookEndpoint url(URI newUrl) {
    return new WebhookEndpoint(name, newUrl, signer, filter, form, source);
  }

  public WebhookEndpoint signer(StandardSigner newSigner) {
    return new WebhookEndpoint(name, url, newSigner, filter, form, source);
  }

  public WebhookEndpoint filter(EventFilter newFilter) {
    return new WebhookEndpoint(name, url, signer, newFilter, form, source);
  }

  public WebhookEndpoint form(PayloadForm newForm) {
    return new WebhookEndpoint(name, url, signer, filter, newForm, source);
  }

  public WebhookEndpoint source(String newSource) {
    return new WebhookEndpoint(name, url, signer, filter, form, newSource);
  }

  /** Without the path and the query of the address, which may be secret. */
  @Override
  public String toString() {
    return "WebhookEndpoint[%s at %s]".formatted(name, url.getHost());
  }
}

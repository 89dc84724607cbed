package dev.semel.webhook;

import org.jspecify.annotations.Nullable;

/**
 * What an endpoint answered.
 *
 * @param retryAfter the header of that name, or null
 * @param start of the body, as far as it was read
 */
record Reply(int status, @Nullable String retryAfter, String start) {
  private static final int FIRST_SUCCESS = 200;
  private static final int LAST_SUCCESS = 299;

  boolean isSuccess() {
    return status >= FIRST_SUCCESS && status <= LAST_SUCCESS;
  }
}

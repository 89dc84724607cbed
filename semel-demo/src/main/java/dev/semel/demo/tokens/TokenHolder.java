package dev.semel.demo.tokens;

/** A demo token and who has it. */
public record TokenHolder(String token, String tenant, String user, String role) {
  User asUser() {
    return new User(tenant, user, role);
  }
}

package dev.semel.demo.tokens;

/**
 * Who asks.
 *
 * @param tenant whose data they see and change
 * @param user their name, unique within the tenant
 * @param role for people to read
 */
public record User(String tenant, String user, String role) {}

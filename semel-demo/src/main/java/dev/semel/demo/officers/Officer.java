package dev.semel.demo.officers;

/**
 * An officer and how much they have to do.
 *
 * @param maxActiveCases as many as the table has slots
 */
public record Officer(String officer, String role, int activeCases, int maxActiveCases) {}

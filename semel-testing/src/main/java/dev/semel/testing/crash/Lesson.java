package dev.semel.testing.crash;

import java.util.List;
import java.util.Map;

/**
 * What a run in which nothing goes wrong does.
 *
 * @param growth new rows by table
 * @param answers whether it returns anything
 */
record Lesson(List<Step> steps, Map<String, Long> growth, boolean answers) {}

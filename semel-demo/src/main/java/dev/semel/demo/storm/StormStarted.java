package dev.semel.demo.storm;

import java.util.UUID;

/** Which storm it is. */
record StormStarted(UUID stormId) {}

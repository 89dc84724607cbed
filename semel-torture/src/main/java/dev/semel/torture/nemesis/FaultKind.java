package dev.semel.torture.nemesis;

import java.util.Locale;

/**
 * What can be done to the bank, each with how long it lasts, or how long it waits for somebody to
 * run into it. Those that matter most come first.
 */
public enum FaultKind {
  KILL_NODE("a node is killed, and started again", 100, 1_500),
  KILL_RELAY("a relay is killed, and started again", 100, 1_500),
  KILL_CONSUMER("a consumer is killed, and started again", 100, 1_500),
  CRASH_DATABASE(
      "all processes of the PostgreSQL that takes writes are killed, and it is started again",
      100,
      2_000),
  KILL_BROKER("the Kafka broker is killed, and started again", 100, 2_000),
  LOSE_REPLY("the reply of a node is lost, and the connection cut", 120_000, 120_000),
  PAUSE_NODE("a node is stopped for longer than its leases (SIGSTOP), and goes on", 3_500, 6_000),
  LOSE_COMMIT_REPLY(
      "the reply of PostgreSQL to what commits a process's change is lost, and the connection cut",
      120_000,
      120_000),
  PAUSE_RELAY("a relay is stopped for longer than its lease, and goes on", 3_500, 6_000),
  PAUSE_CONSUMER(
      "a consumer is stopped for longer than its session in its group, and goes on", 6_500, 9_000),
  ROLL_DEPLOYMENT("all nodes, one after the other, are replaced by the other build", 0, 0),
  CUT_CLIENTS("all connections between clients and a node are cut", 0, 0),
  DELAY_CLIENTS("what clients and a node say to each other comes late", 1_000, 4_000),
  SWALLOW_REQUESTS("what clients say to a node is swallowed", 500, 3_000),
  SWALLOW_ANSWERS("what a node says to clients is swallowed", 500, 3_000),
  CUT_DATABASE("a process's connections to PostgreSQL are cut, and new ones refused", 200, 2_500),
  DELAY_DATABASE("what a process and PostgreSQL say to each other comes late", 1_000, 4_000),
  SWALLOW_DATABASE(
      "what a process says to PostgreSQL, or PostgreSQL to it, is swallowed", 500, 3_000),
  CUT_BROKER("all connections to Kafka are cut, and new ones refused", 200, 3_000),
  DELAY_BROKER("what Kafka and the others say to each other comes late", 1_000, 4_000),
  SWALLOW_BROKER("what is said to Kafka, or what Kafka says, is swallowed", 500, 3_000),
  STOP_RELAY("a relay is asked to end (SIGTERM), and started again", 0, 1_500),
  STOP_CONSUMER("a consumer is asked to end (SIGTERM), and started again", 0, 1_500),
  LOSE_PROVIDER_REPLY("the reply of the payment provider is lost", 120_000, 120_000),
  SHIFT_CLOCK("a node is started again with a clock that is off by up to 20 seconds", 0, 0),
  KILL_JANITOR("purge and recovery are killed, and started again", 100, 2_000);

  private final String words;
  private final int minMillis;
  private final int maxMillis;

  FaultKind(String words, int minMillis, int maxMillis) {
    this.words = words;
    this.minMillis = minMillis;
    this.maxMillis = maxMillis;
  }

  public String words() {
    return words;
  }

  int minMillis() {
    return minMillis;
  }

  int maxMillis() {
    return maxMillis;
  }

  /** As it is written on a command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

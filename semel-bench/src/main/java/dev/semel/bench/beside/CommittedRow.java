package dev.semel.bench.beside;

/** A row whose commit reaches the server, and whose writer never hears of it. */
enum CommittedRow {
  EFFECT("beside.effect", "SELECT count(*) FROM beside.effect WHERE key = ?"),
  BUSINESS("beside.business", "SELECT count(*) FROM beside.business WHERE key = ?"),
  JOB("jobrunr_jobs", "SELECT count(*) FROM jobrunr_jobs WHERE strpos(jobasjson, ?) > 0");

  private final String table;
  private final String countOfKey;

  CommittedRow(String table, String countOfKey) {
    this.table = table;
    this.countOfKey = countOfKey;
  }

  String table() {
    return table;
  }

  /** Counts those of a key. */
  String countOfKey() {
    return countOfKey;
  }
}

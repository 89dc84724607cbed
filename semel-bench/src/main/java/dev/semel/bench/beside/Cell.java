package dev.semel.bench.beside;

import java.util.List;

/**
 * What became of a library in a plight, as counted in the database. Immutable.
 *
 * @param effects how often the work was done
 * @param wantedEffects how often it should have been
 * @param lost rows, or effects, that are missing although nobody was told so
 * @param told what callers were told, in order
 * @param note what else was seen; may be empty
 */
record Cell(
    Entry entry,
    Plight plight,
    long effects,
    long wantedEffects,
    long lost,
    List<String> told,
    String note) {

  Cell {
    told = List.copyOf(told);
  }

  /** In as few words as there are; bold if it is not what was wanted. */
  String summary() {
    if (lost > 0) {
      return "**" + lost + " lost**";
    }
    String count = effects + (effects == 1 ? " effect" : " effects");
    if (effects != wantedEffects) {
      return "**" + count + "**";
    }
    return isUntold() ? "**untold**" : count;
  }

  /** Whether a caller with another payload was told what a retry is told. */
  private boolean isUntold() {
    return plight == Plight.PAYLOAD && told.get(told.size() - 1).equals(told.get(told.size() - 2));
  }
}

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
 * @param isFailure whether the plight could not be played to its end, and nothing was counted
 */
record Cell(
    Entry entry,
    Plight plight,
    long effects,
    long wantedEffects,
    long lost,
    List<String> told,
    String note,
    boolean isFailure) {

  private static final int MAX_REASON_CHARACTERS = 200;

  Cell {
    told = List.copyOf(told);
  }

  /** One that was counted. */
  static Cell counted(
      Entry entry,
      Plight plight,
      long effects,
      long wantedEffects,
      long lost,
      List<String> told,
      String note) {
    return new Cell(entry, plight, effects, wantedEffects, lost, told, note, false);
  }

  /** One that could not be. */
  static Cell failed(Entry entry, Plight plight, RuntimeException failure) {
    String reason = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    String note =
        "failed: " + reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARACTERS));
    return new Cell(entry, plight, 0, 0, 0, List.of(), note.replace('|', '/'), true);
  }

  /** In as few words as there are; bold if it is not what was wanted. */
  String summary() {
    if (isFailure) {
      return "**failed**";
    }
    if (lost > 0) {
      return "**" + lost + " lost**";
    }
    String count = effects + (effects == 1 ? " effect" : " effects");
    if (effects != wantedEffects) {
      return "**" + count + "**";
    }
    return isUntold() ? "**untold**" : count;
  }

  /** Whether somebody was not told what this plight wants callers to be told. */
  private boolean isUntold() {
    return switch (plight) {
      case CRASH -> entry.takesIds() && !Told.tellsOfEffect(last());
      case DUPLICATE -> told.size() < 2 || !isWanted(told.get(0)) || !isWanted(last());
      case PAYLOAD -> last().equals(told.get(told.size() - 2));
      case REPEATED, STALLED, OPEN, MIDDLE, DELIVERY -> false;
    };
  }

  /** Of two who call at a time, who hears it. */
  private static boolean isWanted(String heard) {
    return Told.tellsOfEffect(heard) || Told.isToComeAgain(heard);
  }

  private String last() {
    return told.get(told.size() - 1);
  }
}

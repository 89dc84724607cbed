package dev.semel.testing.crash;

import java.util.List;

/**
 * A run in a process of its own in which nothing goes wrong. It does what a run in this process
 * does, and also what a process does once, such as to look at a schema: most likely with the same
 * statements. So where it comes to a step is looked for from its end.
 *
 * @param steps all of them
 * @param known those of a run in this process
 */
record FreshRun(List<Step> steps, List<Step> known) {
  FreshRun {
    steps = List.copyOf(steps);
    known = List.copyOf(known);
  }

  /** One that does what is known, and nothing else. */
  static FreshRun likeThisProcess(List<Step> known) {
    return new FreshRun(known, known);
  }

  /** Where it comes to a step that is known; that step itself if it never does. */
  Step placeOf(Step step) {
    int before = steps.size();
    for (int i = known.size() - 1; i >= 0; i--) {
      int found = lastBefore(before, known.get(i));
      if (known.get(i).equals(step)) {
        return found < 0 ? step : steps.get(found);
      }
      before = found < 0 ? before : found;
    }
    return step;
  }

  private int lastBefore(int end, Step step) {
    for (int i = end - 1; i >= 0; i--) {
      if (steps.get(i).isLike(step)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether these steps are all that come before a place, in whichever order. */
  boolean isWhatComesBefore(Step place, List<Step> passed) {
    if (!steps.contains(place)) {
      return false;
    }
    List<Step> expected = steps.subList(0, place.number() - 1);
    return passed.size() == expected.size()
        && passed.stream().allMatch(done -> expected.stream().anyMatch(done::isSameAs));
  }
}

package dev.semel.http.internal;

import dev.semel.Duplicates;
import dev.semel.Isolation;
import dev.semel.Replay;
import dev.semel.Retention;
import dev.semel.RetryPolicy;
import dev.semel.http.Caller;
import dev.semel.http.Keep;
import dev.semel.http.KeyPolicy;
import dev.semel.http.LeasedMode;
import dev.semel.http.RequestRules;
import dev.semel.http.Route;
import dev.semel.http.ScopedBy;
import dev.semel.http.StatusPolicy;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a route was told, in the order of a request's life. Immutable. */
public record RouteSettings(Reading reading, Running running, Storing storing) {
  public RouteSettings {
    LeasedMode leased = running.leased();
    Duration kept = storing.retention().period();
    if (leased != null && kept != null && kept.compareTo(leased.length()) < 0) {
      throw new IllegalArgumentException(
          "a response is kept for %s and its lease lasts %s; keep it at least as long"
              .formatted(kept, leased.length()));
    }
  }

  public static RouteSettings standard() {
    return new RouteSettings(Reading.standard(), Running.standard(), Storing.standard());
  }

  public RouteSettings with(Reading changed) {
    return new RouteSettings(changed, running, storing);
  }

  public RouteSettings with(Running changed) {
    return new RouteSettings(reading, changed, storing);
  }

  public RouteSettings with(Storing changed) {
    return new RouteSettings(reading, running, changed);
  }

  /** What is taken from a request. */
  public record Reading(
      boolean required,
      KeyPolicy keys,
      RequestRules rules,
      long maxRequestBytes,
      @Nullable Caller anonymous,
      ScopedBy scopedBy) {
    public Reading {
      atLeastOne("max request bytes", maxRequestBytes);
    }

    static Reading standard() {
      return new Reading(
          true,
          KeyPolicy.lenient(),
          RequestRules.standard(),
          Route.DEFAULT_MAX_REQUEST_BYTES,
          null,
          ScopedBy.TEMPLATE);
    }

    public Reading required(boolean value) {
      return new Reading(value, keys, rules, maxRequestBytes, anonymous, scopedBy);
    }

    public Reading keys(KeyPolicy value) {
      return new Reading(required, value, rules, maxRequestBytes, anonymous, scopedBy);
    }

    public Reading rules(RequestRules value) {
      return new Reading(required, keys, value, maxRequestBytes, anonymous, scopedBy);
    }

    public Reading maxRequestBytes(long value) {
      return new Reading(required, keys, rules, value, anonymous, scopedBy);
    }

    public Reading anonymous(Caller value) {
      return new Reading(required, keys, rules, maxRequestBytes, value, scopedBy);
    }

    public Reading scopedBy(ScopedBy value) {
      return new Reading(required, keys, rules, maxRequestBytes, anonymous, value);
    }
  }

  /**
   * How the handler is run.
   *
   * @param leased null if it is one transaction
   * @param inProgressStatus null: that of all routes
   * @param committingRefusals whether the effect of a handler that answers 4xx is committed
   */
  public record Running(
      @Nullable LeasedMode leased,
      Duplicates duplicates,
      @Nullable Integer inProgressStatus,
      RetryPolicy retries,
      Isolation isolation,
      boolean failingOpen,
      boolean rerunning,
      boolean keptOnceBegun,
      boolean committingRefusals) {
    private static final Set<Integer> IN_PROGRESS_STATUSES =
        new TreeSet<>(Set.of(202, 409, 423, 425, 429));

    public Running {
      if (leased != null && rerunning) {
        throw new IllegalArgumentException(
            "the handler of a leased route is never run again by the filter; leave"
                + " rerunningHandler() out");
      }
      if (inProgressStatus != null && !IN_PROGRESS_STATUSES.contains(inProgressStatus)) {
        throw new IllegalArgumentException(
            "the status for a duplicate in progress is %d; give one of %s"
                .formatted(inProgressStatus, IN_PROGRESS_STATUSES));
      }
    }

    static Running standard() {
      return new Running(
          null,
          Duplicates.waitUpTo(Route.DEFAULT_WAIT),
          null,
          RetryPolicy.standard(),
          Isolation.DATABASE_DEFAULT,
          false,
          false,
          false,
          false);
    }

    /** A handler that is leased is never run again within its request. */
    public Running leased(@Nullable LeasedMode value) {
      return new Running(
          value,
          duplicates,
          inProgressStatus,
          retries,
          isolation,
          failingOpen,
          rerunning && value == null,
          keptOnceBegun,
          committingRefusals);
    }

    public Running duplicates(Duplicates value) {
      return new Running(
          leased,
          value,
          inProgressStatus,
          retries,
          isolation,
          failingOpen,
          rerunning,
          keptOnceBegun,
          committingRefusals);
    }

    public Running inProgressStatus(int value) {
      return new Running(
          leased,
          duplicates,
          value,
          retries,
          isolation,
          failingOpen,
          rerunning,
          keptOnceBegun,
          committingRefusals);
    }

    public Running retries(RetryPolicy value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          value,
          isolation,
          failingOpen,
          rerunning,
          keptOnceBegun,
          committingRefusals);
    }

    public Running isolation(Isolation value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          retries,
          value,
          failingOpen,
          rerunning,
          keptOnceBegun,
          committingRefusals);
    }

    public Running failingOpen(boolean value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          retries,
          isolation,
          value,
          rerunning,
          keptOnceBegun,
          committingRefusals);
    }

    public Running rerunning(boolean value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          retries,
          isolation,
          failingOpen,
          value,
          keptOnceBegun,
          committingRefusals);
    }

    public Running keptOnceBegun(boolean value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          retries,
          isolation,
          failingOpen,
          rerunning,
          value,
          committingRefusals);
    }

    public Running committingRefusals(boolean value) {
      return new Running(
          leased,
          duplicates,
          inProgressStatus,
          retries,
          isolation,
          failingOpen,
          rerunning,
          keptOnceBegun,
          value);
    }
  }

  /**
   * What is kept of the response, and who gets it.
   *
   * @param authorizingReplays whether a retry is dispatched to check that its caller may have it
   */
  public record Storing(
      Retention retention,
      StatusPolicy statuses,
      Keep keep,
      int maxBytes,
      boolean authorizingReplays) {
    /** So that what goes with the body always fits. */
    private static final int MAX_RESPONSE_BYTES = 512 * 1024 * 1024;

    public Storing {
      atLeastOne("max response bytes", maxBytes);
      if (maxBytes > MAX_RESPONSE_BYTES) {
        throw new IllegalArgumentException(
            "max response bytes is %d; at most %d can be kept"
                .formatted(maxBytes, MAX_RESPONSE_BYTES));
      }
    }

    static Storing standard() {
      return new Storing(
          Retention.standard(),
          StatusPolicy.standard(),
          Keep.EVERYTHING,
          Replay.DEFAULT_MAX_BYTES,
          false);
    }

    public Storing retention(Retention value) {
      return new Storing(value, statuses, keep, maxBytes, authorizingReplays);
    }

    public Storing statuses(StatusPolicy value) {
      return new Storing(retention, value, keep, maxBytes, authorizingReplays);
    }

    public Storing keep(Keep value) {
      return new Storing(retention, statuses, value, maxBytes, authorizingReplays);
    }

    public Storing maxBytes(int value) {
      return new Storing(retention, statuses, keep, value, authorizingReplays);
    }

    public Storing authorizingReplays(boolean value) {
      return new Storing(retention, statuses, keep, maxBytes, value);
    }
  }

  private static void atLeastOne(String field, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s is %d; at least 1 is needed".formatted(field, value));
    }
  }
}

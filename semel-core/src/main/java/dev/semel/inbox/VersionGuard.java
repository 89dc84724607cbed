package dev.semel.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Applies a message only if it is the next version of its aggregate. Deduplication is not ordering:
 * a message may be new and yet come too late or too early. Messages without a key or a version are
 * not guarded. Immutable.
 *
 * <p>The next version is applied; an older one is ignored, and so is a second message of the same
 * version and type, whatever its id: they are one event. Another type of the same version is
 * another event that the same change gave rise to, and is applied, unless {@link
 * #oneEventPerVersion} says otherwise. What is more than one ahead is a gap.
 *
 * @param gaps what to do about a gap
 * @param gapTimeout after which a parked message is reported as overdue
 * @param firstVersion what an aggregate begins with; null accepts whatever comes first
 * @param onePerVersion whether a version is one event, whatever its type
 */
public record VersionGuard(
    Gaps gaps, Duration gapTimeout, @Nullable Long firstVersion, boolean onePerVersion) {
  public static final Duration DEFAULT_GAP_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration MIN_GAP_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration MAX_GAP_TIMEOUT = Duration.ofDays(365);

  /** What to do about a message that is more than one version ahead. */
  public enum Gaps {
    /** It is kept, and applied in order once the gap is filled. */
    PARK,
    /** Nothing is applied and nothing is kept: the caller is told and decides. */
    REPORT,
    /** The handler brings the aggregate up to date from its source. */
    REBUILD
  }

  public VersionGuard {
    Checks.between("gap timeout", gapTimeout, MIN_GAP_TIMEOUT, MAX_GAP_TIMEOUT);
    if (firstVersion != null) {
      Checks.between("first version", firstVersion, 0, Integer.MAX_VALUE);
    }
  }

  public static VersionGuard parking() {
    return new VersionGuard(Gaps.PARK, DEFAULT_GAP_TIMEOUT, 1L, false);
  }

  public static VersionGuard reporting() {
    return new VersionGuard(Gaps.REPORT, DEFAULT_GAP_TIMEOUT, 1L, false);
  }

  public static VersionGuard rebuilding() {
    return new VersionGuard(Gaps.REBUILD, DEFAULT_GAP_TIMEOUT, 1L, false);
  }

  /** When a parked message is reported as overdue. */
  public VersionGuard gapTimeout(Duration timeout) {
    return new VersionGuard(gaps, timeout, firstVersion, onePerVersion);
  }

  /** What an aggregate begins with. 1 unless told. */
  public VersionGuard firstVersion(long version) {
    return new VersionGuard(gaps, gapTimeout, version, onePerVersion);
  }

  /** Takes an unknown aggregate from whatever version comes first. */
  public VersionGuard anyFirstVersion() {
    return new VersionGuard(gaps, gapTimeout, null, onePerVersion);
  }

  /** A second message of a version is ignored, whatever its type. */
  public VersionGuard oneEventPerVersion() {
    return new VersionGuard(gaps, gapTimeout, firstVersion, true);
  }
}

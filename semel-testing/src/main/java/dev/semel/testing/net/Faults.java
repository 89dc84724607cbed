package dev.semel.testing.net;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The faults that are set on a proxy now, as its connections look them up. */
final class Faults {

  private final List<MessageRule> messageRules = new CopyOnWriteArrayList<>();
  private final List<ByteRule> byteRules = new CopyOnWriteArrayList<>();
  private final Map<Direction, Duration> delays = new ConcurrentHashMap<>();
  private final Set<Direction> blackHoles = ConcurrentHashMap.newKeySet();
  private volatile boolean refusingNew;
  private volatile @Nullable RequestWatcher watcher;

  void add(MessageRule rule) {
    messageRules.add(rule);
  }

  void add(ByteRule rule) {
    byteRules.add(rule);
  }

  void refuseNew() {
    refusingNew = true;
  }

  void delay(Direction direction, Duration delay) {
    delays.put(direction, delay);
  }

  void blackHole(Direction direction) {
    blackHoles.add(direction);
  }

  void watch(RequestWatcher newWatcher) {
    watcher = newWatcher;
  }

  @Nullable RequestWatcher watcher() {
    return watcher;
  }

  void clear() {
    watcher = null;
    messageRules.clear();
    byteRules.clear();
    delays.clear();
    blackHoles.clear();
    refusingNew = false;
  }

  List<Fault> all() {
    return Stream.concat(
            messageRules.stream().map(MessageRule::fault), byteRules.stream().map(ByteRule::fault))
        .toList();
  }

  List<MessageRule> messageRules() {
    return messageRules;
  }

  List<ByteRule> byteRules() {
    return byteRules;
  }

  Duration delay(Direction direction) {
    return delays.getOrDefault(direction, Duration.ZERO);
  }

  boolean isBlackHole(Direction direction) {
    return blackHoles.contains(direction);
  }

  boolean refusesNew() {
    return refusingNew;
  }
}

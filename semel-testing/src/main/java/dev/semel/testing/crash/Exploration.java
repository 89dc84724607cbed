package dev.semel.testing.crash;

import dev.semel.testing.net.FaultProxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Learns the steps of a handler, and makes a trial of each with each fault. */
final class Exploration {
  private final Plan plan;
  private final FaultProxy proxy;
  private final long seed;
  private final DataSource throughProxy;
  private final DataSource direct;
  private int lastTrial;

  Exploration(Plan plan, FaultProxy proxy, long seed) {
    this.plan = plan;
    this.proxy = proxy;
    this.seed = seed;
    this.throughProxy = plan.database().dataSourceVia(proxy.host(), proxy.port());
    this.direct = plan.database().dataSource();
  }

  /** Does the trials of the steps that are wanted. */
  CrashReport run(Predicate<Step> wanted) {
    // The first run may do what is done only once, such as filling a cache.
    learn();
    Lesson lesson = learn();
    List<Choice> choices = choices(lesson.steps(), wanted);
    Collections.shuffle(choices, new Random(seed));
    List<Finding> findings = new ArrayList<>();
    for (Choice choice : choices) {
      Finding finding = tryOut(choice, lesson);
      if (finding != null) {
        findings.add(finding);
      }
    }
    findings.sort((one, other) -> Integer.compare(one.step().number(), other.step().number()));
    return new CrashReport(seed, lesson.steps(), choices.size(), findings);
  }

  /** A fault at a step. */
  private record Choice(Step step, CrashFault fault) {}

  private Lesson learn() {
    TableSizes before = TableSizes.of(plan.database(), plan.ignored());
    StepWatcher watcher = StepWatcher.learning();
    proxy.watchRequests(watcher);
    Attempt attempt = Attempt.of(plan.handler(), viaProxy(nextKey()));
    proxy.heal();
    if (!attempt.hasAnswer()) {
      throw new IllegalStateException(
          "the handler fails where nothing goes wrong; mend that first", attempt.failure());
    }
    if (watcher.steps().isEmpty()) {
      throw new IllegalStateException(
          "the handler asked the database nothing; let it use the data source or the address of its trial");
    }
    Map<String, Long> growth = TableSizes.of(plan.database(), plan.ignored()).growthSince(before);
    return new Lesson(watcher.steps(), growth, attempt.answer() != null);
  }

  private List<Choice> choices(List<Step> steps, Predicate<Step> wanted) {
    List<Choice> choices = new ArrayList<>();
    for (CrashFault fault : CrashFault.values()) {
      // Redelivery comes after the last step, whichever that is.
      List<Step> at =
          fault == CrashFault.REDELIVERY ? steps.subList(steps.size() - 1, steps.size()) : steps;
      if (plan.canDo(fault)) {
        at.stream()
            .filter(wanted)
            .filter(step -> !(fault.isError() && step.onlyBegins()))
            .map(step -> new Choice(step, fault))
            .forEach(choices::add);
      }
    }
    return choices;
  }

  private @Nullable Finding tryOut(Choice choice, Lesson lesson) {
    String key = nextKey();
    Trial healthy = new Trial(key, direct, plan.database().jdbcUrl());
    return new TrialRun(plan, proxy, lesson, viaProxy(key), healthy, choice.step(), choice.fault())
        .run();
  }

  private Trial viaProxy(String key) {
    String url =
        "jdbc:postgresql://%s:%d/%s?user=%s"
            .formatted(proxy.host(), proxy.port(), plan.database().name(), plan.database().user());
    return new Trial(key, throughProxy, url);
  }

  private String nextKey() {
    lastTrial++;
    return "trial-%s-%d".formatted(Long.toHexString(seed), lastTrial);
  }
}

package dev.semel.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;

/**
 * The modules and the package each of them owns. What no other module owns belongs to the core, so
 * a module that is missing here breaks the core's rules instead of escaping all of them.
 */
enum Module {
  CORE("dev.semel"),
  JSON("dev.semel.json"),
  TESTING("dev.semel.testing"),
  POSTGRES("dev.semel.postgres"),
  DEBEZIUM("dev.semel.debezium"),
  CLIENT("dev.semel.client"),
  HTTP("dev.semel.http"),
  KAFKA("dev.semel.kafka"),
  RABBITMQ("dev.semel.rabbitmq"),
  NATS("dev.semel.nats"),
  WEBHOOK("dev.semel.webhook"),
  SPRING("dev.semel.spring"),
  DEMO("dev.semel.demo"),
  BENCH("dev.semel.bench"),
  TORTURE("dev.semel.torture");

  private final String rootPackage;

  Module(String rootPackage) {
    this.rootPackage = rootPackage;
  }

  /** The classes of this module. */
  DescribedPredicate<JavaClass> classes() {
    return DescribedPredicate.describe("belong to " + this, this::owns);
  }

  /** The classes of this module that no other module may use. */
  DescribedPredicate<JavaClass> internalClasses() {
    return DescribedPredicate.describe("are internal to " + this, this::keepsToItself);
  }

  private boolean owns(JavaClass candidate) {
    if (this != CORE) {
      return isUnder(rootPackage, candidate);
    }
    return isUnder(rootPackage, candidate)
        && Arrays.stream(values()).noneMatch(other -> other != CORE && other.owns(candidate));
  }

  private boolean keepsToItself(JavaClass candidate) {
    return owns(candidate) && (candidate.getPackageName() + ".").contains(".internal.");
  }

  private static boolean isUnder(String packageName, JavaClass candidate) {
    return (candidate.getPackageName() + ".").startsWith(packageName + ".");
  }
}

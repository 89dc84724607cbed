package dev.semel.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.semel");

  @ParameterizedTest
  @EnumSource
  void everyModuleIsLookedAt(Module module) {
    assertThat(PRODUCTION.that(module.classes())).isNotEmpty();
  }

  @Test
  void coreNeedsNothingButTheJdkSlf4jAndJspecify() {
    classes()
        .that(Module.CORE.classes())
        .should()
        .onlyDependOnClassesThat(
            Module.CORE
                .classes()
                .or(
                    resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "javax.sql..",
                        "org.slf4j..",
                        "org.jspecify..")))
        .because("drivers, frameworks and JSON libraries are the business of other modules")
        .check(PRODUCTION);
  }

  @Test
  void theClientNeedsNothingButTheJdkAndJspecify() {
    classes()
        .that(Module.CLIENT.classes())
        .should()
        .onlyDependOnClassesThat(
            Module.CLIENT
                .classes()
                .or(resideInAnyPackage("java..", "javax.net.ssl..", "org.jspecify..")))
        .because("a caller should not have to take in a server's toolkit")
        .check(PRODUCTION);
  }

  @Test
  void httpKnowsNoFrameworkNoContainerAndNoDriver() {
    classes()
        .that(Module.HTTP.classes())
        .should()
        .onlyDependOnClassesThat(
            Module.HTTP
                .classes()
                .or(Module.CORE.classes())
                .or(Module.JSON.classes())
                .or(
                    resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "jakarta.servlet..",
                        "org.slf4j..",
                        "org.jspecify..",
                        "tools.jackson.core..")))
        .check(PRODUCTION);
  }

  @Test
  void kafkaKnowsNoFrameworkAndNoDriver() {
    classes()
        .that(Module.KAFKA.classes())
        .should()
        .onlyDependOnClassesThat(
            Module.KAFKA
                .classes()
                .or(Module.CORE.classes())
                .or(
                    resideInAnyPackage(
                        "java..", "org.apache.kafka..", "org.slf4j..", "org.jspecify..")))
        .check(PRODUCTION);
  }

  @Test
  void webhooksNeedNothingButTheCoreAndTheJdk() {
    classes()
        .that(Module.WEBHOOK.classes())
        .should()
        .onlyDependOnClassesThat(
            Module.WEBHOOK
                .classes()
                .or(Module.CORE.classes())
                .or(
                    resideInAnyPackage(
                        "java..", "javax.net.ssl..", "org.slf4j..", "org.jspecify..")))
        .check(PRODUCTION);
  }

  @Test
  void coreUsesNoReflection() {
    noClasses()
        .that(Module.CORE.classes())
        .should()
        .dependOnClassesThat(resideInAPackage("java.lang.reflect.."))
        .check(PRODUCTION);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsInternalToAModuleIsUsedOnlyThere(Module module) {
    noClasses()
        .that(not(module.classes()))
        .should()
        .dependOnClassesThat(module.internalClasses())
        .check(PRODUCTION);
  }

  @Test
  void nothingLogsThroughJavaUtilLogging() {
    // Accesses, not dependencies: a DataSource has to mention that Logger in a signature.
    noClasses()
        .should()
        .accessTargetWhere(targetOwner(resideInAPackage("java.util.logging..")))
        .because("Semel logs through slf4j")
        .check(PRODUCTION);
  }

  @Test
  void onlyProgramsWriteToTheStandardStreams() {
    noClasses()
        .that(
            not(
                Module.BENCH
                    .classes()
                    .or(Module.DEMO.classes())
                    .or(Module.TORTURE.classes())
                    .or(programsOfTheTestKit())))
        .should(ACCESS_STANDARD_STREAMS)
        .because("a library's output belongs to the application's log")
        .check(PRODUCTION);
  }

  @Test
  void everyPackageIsNullMarked() {
    classes().should(be(inANullMarkedPackage())).check(PRODUCTION);
  }

  /** They run in processes of their own, and nobody else can call them. */
  private static DescribedPredicate<JavaClass> programsOfTheTestKit() {
    return describe(
        "are programs of the test kit",
        candidate ->
            Module.TESTING.classes().test(candidate)
                && (Module.TESTING.internalClasses().test(candidate)
                    || !candidate.getModifiers().contains(JavaModifier.PUBLIC))
                && candidate.tryGetMethod("main", String[].class).isPresent());
  }

  private static DescribedPredicate<JavaClass> inANullMarkedPackage() {
    return describe(
        "in a package that is @NullMarked by its package-info.java",
        candidate -> candidate.getPackage().isAnnotatedWith(NullMarked.class));
  }
}

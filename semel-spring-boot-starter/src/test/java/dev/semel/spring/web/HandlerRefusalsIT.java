package dev.semel.spring.web;

import static dev.semel.spring.setup.Refusals.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.semel.Takeover;
import dev.semel.http.Caller;
import dev.semel.http.CallerResolver;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.LeasedMode;
import dev.semel.http.OnFailure;
import dev.semel.http.ScopedBy;
import dev.semel.spring.PrincipalResolver;
import dev.semel.spring.RouteCustomizer;
import dev.semel.spring.SemelAutoConfiguration;
import dev.semel.spring.SemelMethodsAutoConfiguration;
import dev.semel.spring.SemelWebAutoConfiguration;
import dev.semel.spring.setup.Refusals;
import dev.semel.testing.postgres.PostgresDatabase;
import dev.semel.testing.postgres.PostgresExtension;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Handlers that an application does not start with, and what it takes to start with others. */
@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
class HandlerRefusalsIT {
  private final WebApplicationContextRunner withoutDataSource =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  DispatcherServletAutoConfiguration.class,
                  WebMvcAutoConfiguration.class,
                  SecurityAutoConfiguration.class,
                  ServletWebSecurityAutoConfiguration.class,
                  SecurityFilterAutoConfiguration.class,
                  SemelAutoConfiguration.class,
                  SemelMethodsAutoConfiguration.class,
                  SemelWebAutoConfiguration.class));

  private final WebApplicationContextRunner withoutTenant;
  private final WebApplicationContextRunner withoutLogin;
  private final WebApplicationContextRunner runner;

  HandlerRefusalsIT(PostgresDatabase database) {
    withoutTenant = withoutDataSource.withBean(DataSource.class, () -> database.dataSource());
    runner = withoutTenant.withPropertyValues("semel.tenant=acme");
    withoutLogin =
        new WebApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    DispatcherServletAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    SemelAutoConfiguration.class,
                    SemelMethodsAutoConfiguration.class,
                    SemelWebAutoConfiguration.class))
            .withBean(DataSource.class, () -> database.dataSource())
            .withPropertyValues("semel.tenant=acme");
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        arguments(UnfitHandlers.WithCallable.class, "asynchronously (Callable)"),
        arguments(UnfitHandlers.WithDeferredResult.class, "asynchronously (DeferredResult)"),
        arguments(UnfitHandlers.WithFuture.class, "asynchronously (CompletableFuture)"),
        arguments(UnfitHandlers.WithStreaming.class, "asynchronously (StreamingResponseBody)"),
        arguments(UnfitHandlers.WithEmitter.class, "asynchronously (SseEmitter)"),
        arguments(UnfitHandlers.WithMono.class, "asynchronously (Mono)"),
        arguments(UnfitHandlers.WithAsync.class, "asynchronously (@Async)"),
        arguments(UnfitHandlers.ByItsController.class, "asynchronously (Callable)"),
        arguments(UnfitHandlers.OfGet.class, "change nothing ([GET])"),
        arguments(UnfitHandlers.OfAnyMethod.class, "change nothing (any method)"),
        arguments(UnfitHandlers.MappedByParameter.class, "is mapped by request parameters"),
        arguments(UnfitHandlers.WithKey.class, "which are for methods of beans"),
        arguments(UnfitHandlers.NotAHandler.class, "handles no requests"),
        arguments(UnfitHandlers.TwoOfOneName.class, "has the operation 'run', which is that of"),
        arguments(UnfitHandlers.ToldApartByHeader.class, "has the operation 'POST /run'"),
        arguments(UnfitHandlers.ToldApartByMediaType.class, "has the operation 'POST /run'"),
        arguments(UnfitHandlers.ToldApartByHeaderAndVersion.class, "has the operation 'POST /run'"),
        arguments(UnfitHandlers.InANewTransaction.class, "leaves the transaction its record is in"),
        arguments(UnfitHandlers.InNoTransaction.class, "leaves the transaction its record is in"),
        arguments(UnfitHandlers.WithNonsenseStatus.class, "304 answers a conditional"),
        arguments(UnfitHandlers.WithNonsenseLease.class, "lease length is PT0.01S"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void anUnfitHandlerIsRefusedAtStart(Class<?> controller, String problem) {
    runner.withBean(controller).run(context -> Refusals.isAbout(context, controller, problem));
  }

  @Test
  void methodSecurityThatNeedsTheResultIsRefused() {
    runner
        .withUserConfiguration(UnfitHandlers.SecuredMethods.class)
        .withBean(UnfitHandlers.WithPostAuthorize.class)
        .run(
            context ->
                Refusals.isAbout(
                    context, UnfitHandlers.WithPostAuthorize.class, "has @PostAuthorize"));
    runner
        .withUserConfiguration(UnfitHandlers.SecuredMethods.class)
        .withBean(UnfitHandlers.WithPostFilter.class)
        .run(
            context ->
                Refusals.isAbout(context, UnfitHandlers.WithPostFilter.class, "has @PostFilter"));
  }

  @Test
  void aFitOneIsNot() {
    runner
        .withBean(UnfitHandlers.Fit.class)
        .withBean(UnfitHandlers.FitReader.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void handlersThatDifferByHeaderNeedOperationsOfTheirOwn() {
    runner
        .withBean(UnfitHandlers.ToldApartByHeader.class)
        .run(
            context ->
                assertThat(refusal(context).action()).contains("Set @Idempotent(operation = …)"));
    runner
        .withBean(UnfitHandlers.ToldApartByHeaderWithNames.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void operationsDoNotTellHandlersApartWhoseKeysAreScopedByPath() {
    runner
        .withBean(UnfitHandlers.ToldApartByHeaderWithNames.class)
        .withBean(RouteCustomizer.class, () -> (route, handler) -> route.scopedBy(ScopedBy.PATH))
        .run(
            context ->
                assertThat(refusal(context)).hasMessageContaining("has the operation 'POST /run'"));
  }

  @Test
  void whoIsLeasedByACustomizerMayAnswerLaterAndHaveAnyTransaction() {
    LeasedMode leased = new LeasedMode(Duration.ofSeconds(30), Takeover.block(), OnFailure.UNKNOWN);
    for (Class<?> controller :
        List.of(UnfitHandlers.WithFuture.class, UnfitHandlers.InANewTransaction.class)) {
      runner
          .withBean(controller)
          .withBean(RouteCustomizer.class, () -> (route, handler) -> route.leased(leased))
          .run(context -> assertThat(context).hasNotFailed());
    }
  }

  @Test
  void aMethodMustNotHaveTheOperationOfAHandler() {
    runner
        .withBean(UnfitHandlers.Named.class)
        .withBean(UnfitHandlers.NamedAlike.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("NamedAlike.run(String) has the operation 'run'")
                    .hasMessageContaining("that of a handler of requests too"));
  }

  @Test
  void withoutATenantNobodyKnowsWhoCalls() {
    withoutTenant
        .withBean(UnfitHandlers.Fit.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("there is no TenantResolver.")
                    .hasMessageContaining("Define a bean of type CallerResolver"));
  }

  @Test
  void withoutSpringSecurityNobodyKnowsWhoCalls() {
    runner
        .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
        .withBean(UnfitHandlers.Fit.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("there is no PrincipalResolver."));
  }

  @Test
  void withoutSpringSecurityCallersMayBeAnonymous() {
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .withBean(UnfitHandlers.Fit.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("semel.http.anonymous-allowed=true"));
    runner
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .withBean(UnfitHandlers.Fit.class)
        .withPropertyValues("semel.http.anonymous-allowed=true")
        .run(
            context -> {
              MockMvcTester mvc =
                  MockMvcTester.from(
                      context,
                      mock -> mock.addFilters(context.getBean(IdempotencyFilter.class)).build());
              assertThat(run(mvc)).hasStatusOk().doesNotContainHeader("Idempotent-Replayed");
              assertThat(run(mvc)).hasStatusOk().hasHeader("Idempotent-Replayed", "true");
            });
  }

  private static MvcTestResult run(MockMvcTester mvc) {
    return mvc.post().uri("/run").header("Idempotency-Key", "anonymous-1").exchange();
  }

  @Test
  void withoutALoginAnywhereEveryHandlerIsWarnedOf(CapturedOutput output) {
    withoutLogin
        .withBean(UnfitHandlers.Fit.class)
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).contains("(POST /run); with a key they get 500 no_caller");
  }

  @Test
  void routesForAnonymousCallersAreNotWarnedOf(CapturedOutput output) {
    withoutLogin
        .withBean(UnfitHandlers.Fit.class)
        .withBean(RouteCustomizer.class, () -> (route, handler) -> route.anonymousAllowed("public"))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain("500 no_caller");
  }

  @Test
  void handlersThatAskForALoginAreNotWarnedOf(CapturedOutput output) {
    runner.withBean(UnfitHandlers.Fit.class).run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain("500 no_caller");
  }

  @Test
  void withoutSpringSecurityTheApplicationMayKnowByItself() {
    runner
        .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
        .withBean(PrincipalResolver.class, () -> () -> "olga")
        .withBean(UnfitHandlers.Fit.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void aCallerResolverOfTheApplicationsOwnIsEnough() {
    withoutTenant
        .withClassLoader(new FilteredClassLoader(SecurityContextHolder.class))
        .withBean("own", CallerResolver.class, () -> request -> Caller.tenant("acme"))
        .withBean(UnfitHandlers.Fit.class)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void anApplicationWithoutProtectedHandlersNeedsNeither() {
    withoutTenant.run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void withoutADataSourceNothingIsProtected() {
    withoutDataSource
        .withBean(UnfitHandlers.Fit.class)
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("there is no filter that protects it"));
  }

  @Test
  void securityMustStandInFront() {
    runner
        .withBean(UnfitHandlers.Fit.class)
        .withPropertyValues("spring.security.filter.order=-10")
        .run(
            context ->
                assertThat(refusal(context))
                    .hasMessageContaining("(order -10) stands behind Semel's (order -50)")
                    .hasMessageContaining("spring.security.filter.order"));
  }

  @Test
  void theFilterStandsBehindSecurityAndInFrontOfTheRest() {
    runner.run(
        context ->
            assertThat(
                    context
                        .getBean("semelFilterRegistration", FilterRegistrationBean.class)
                        .getOrder())
                .isEqualTo(-50));
  }

  @Test
  void itsPlaceIsLimited() {
    for (String order : new String[] {"-100", "1"}) {
      runner
          .withPropertyValues("semel.http.order=" + order)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .hasMessageContaining("semel.http.order is " + order + "; give -99 to 0"));
    }
  }
}

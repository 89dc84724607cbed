package dev.semel.spring;

import dev.semel.JdbcEffect;
import dev.semel.Semel;
import dev.semel.http.CallerResolver;
import dev.semel.http.ErrorFormat;
import dev.semel.http.HttpEffect;
import dev.semel.http.HttpListener;
import dev.semel.http.Idempotency;
import dev.semel.http.IdempotencyFilter;
import dev.semel.http.KeyPolicy;
import dev.semel.spring.internal.TransactionRules;
import dev.semel.spring.internal.web.ErrorPages;
import dev.semel.spring.internal.web.FilterPlace;
import dev.semel.spring.internal.web.GuestCheck;
import dev.semel.spring.internal.web.HandlerBegin;
import dev.semel.spring.internal.web.HandlerResponses;
import dev.semel.spring.internal.web.HandlerRoutes;
import dev.semel.spring.internal.web.HandlerSecurity;
import dev.semel.spring.internal.web.LostConnections;
import dev.semel.spring.internal.web.MethodAnswers;
import dev.semel.spring.internal.web.MethodSecurity;
import dev.semel.spring.internal.web.RouteFactory;
import dev.semel.spring.internal.web.SecurityAccess;
import dev.semel.spring.internal.web.SpringCallers;
import jakarta.servlet.Filter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.servlet.filter.OrderedFilter;
import org.springframework.boot.servlet.filter.OrderedFormContentFilter;
import org.springframework.boot.web.error.ErrorPageRegistrar;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Protects {@link Idempotent} handlers of Spring MVC. */
@AutoConfiguration(after = SemelMethodsAutoConfiguration.class)
@Conditional(EnabledCondition.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, WebMvcConfigurer.class})
@ConditionalOnBean(Semel.class)
public class SemelWebAutoConfiguration {
  @Bean
  HandlerRoutes semelRoutes(
      ObjectProvider<RequestMappingHandlerMapping> mappings,
      SemelProperties properties,
      ObjectProvider<RouteCustomizer> customizers,
      ObjectProvider<TransactionRules> transactions,
      ObjectProvider<CorsFilter> corsFilters,
      ObjectProvider<HandlerSecurity> security,
      FilterPlace place) {
    HttpProperties http = properties.http();
    RouteFactory factory =
        new RouteFactory(
            properties.handlerDefaults(),
            http.strictKeys() ? KeyPolicy.strict() : KeyPolicy.lenient(),
            http.scopedBy(),
            http.maxRequestSize().toBytes(),
            http.maxResponseBytes(),
            http.retryBudget(),
            place::allowsRerun,
            security.getIfAvailable(() -> (handler, controller, refusal) -> false),
            customizers.orderedStream().toList());
    return new HandlerRoutes(mappings, factory, transactions, corsFilters, place::check);
  }

  @Bean
  FilterPlace semelFilterPlace(ListableBeanFactory beans, SemelProperties properties) {
    return new FilterPlace(beans, properties.http().order(), properties.http().anonymousAllowed());
  }

  /** Without a resolver of the application's own, or what it takes, there is no caller at all. */
  @Bean
  @ConditionalOnMissingBean
  CallerResolver semelCallers(
      ObjectProvider<TenantResolver> tenants,
      ObjectProvider<PrincipalResolver> principals,
      SemelProperties properties) {
    TenantResolver tenant = tenants.getIfAvailable();
    PrincipalResolver principal = principals.getIfAvailable();
    boolean anonymousAllowed = properties.http().anonymousAllowed();
    return tenant == null || (principal == null && !anonymousAllowed)
        ? request -> null
        : new SpringCallers(tenant, principal, anonymousAllowed);
  }

  @Bean
  GuestCheck semelGuestCheck(
      HandlerRoutes routes, CallerResolver callers, ObjectProvider<GuestCheck.Access> access) {
    return new GuestCheck(routes, callers, access);
  }

  /** The rules of Spring Security about who may send which request. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(WebInvocationPrivilegeEvaluator.class)
  static class AccessConfiguration {
    @Bean
    GuestCheck.Access semelAccess(ObjectProvider<WebInvocationPrivilegeEvaluator> rules) {
      return new SecurityAccess(rules);
    }
  }

  /** The rules of Spring Security about who may call which method. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(AuthorizationAdvisor.class)
  static class MethodSecurityConfiguration {
    @Bean
    HandlerSecurity semelMethodSecurity(ObjectProvider<Advisor> advisors) {
      return new MethodSecurity(advisors);
    }

    @Bean
    static MethodSecurity.Stops semelReplayStops() {
      return new MethodSecurity.Stops();
    }
  }

  @Bean
  @ConditionalOnMissingBean
  IdempotencyFilter semelFilter(
      Semel semel,
      HandlerRoutes routes,
      CallerResolver callers,
      SemelProperties properties,
      ObjectProvider<ErrorFormat> errorFormat,
      ObjectProvider<HttpListener> listeners,
      ObjectProvider<IdempotencyFilterCustomizer> customizers) {
    HttpProperties http = properties.http();
    IdempotencyFilter.Builder builder =
        IdempotencyFilter.builder(semel)
            .routes(routes)
            .callers(callers)
            .headerNames(http.headerNames())
            .transientHeader(http.transientHeader())
            .problems(http.problems().settings(errorFormat.getIfAvailable()))
            .maxWaiting(http.maxWaiting())
            .quota(http.quota().quota())
            .keepingHeaders(http.keepingHeaders().toArray(String[]::new))
            .droppingHeaders(http.droppingHeaders().toArray(String[]::new))
            .memoryBytes(http.memoryBytes());
    if (http.expiresHeader().isEmpty()) {
      builder.withoutExpiresHeader();
    } else {
      builder.expiresHeader(http.expiresHeader());
    }
    if (http.spoolTo() != null) {
      builder.spoolTo(http.spoolTo());
    }
    listeners.orderedStream().forEach(builder::listener);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  FilterRegistrationBean<IdempotencyFilter> semelFilterRegistration(
      IdempotencyFilter filter, SemelProperties properties) {
    return registration(filter, properties.http().order());
  }

  @Bean
  FilterRegistrationBean<HandlerResponses> semelResponsesRegistration(
      SemelProperties properties, ObjectProvider<ErrorPageRegistrar> errorPages) {
    return registration(
        new HandlerResponses(new ErrorPages(errorPages)), properties.http().order() + 1);
  }

  private static <F extends Filter> FilterRegistrationBean<F> registration(F filter, int order) {
    FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(order);
    registration.setDispatcherTypes(IdempotencyFilter.dispatcherTypes());
    registration.setAsyncSupported(true);
    return registration;
  }

  @Bean
  HandlerBegin semelHandlerBegin(
      HandlerRoutes routes, ObjectProvider<SpringTransactions> transactions) {
    return new HandlerBegin(routes, transactions);
  }

  @Bean
  WebMvcConfigurer semelInterceptors(HandlerBegin begin) {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(begin).order(HandlerBegin.INTERCEPTOR_ORDER);
      }

      @Override
      public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        LostConnections.guard(resolvers);
      }
    };
  }

  /** Answers for what commands tell their controllers. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass({Filter.class, WebMvcConfigurer.class})
  static class AnswersConfiguration {
    @Bean
    WebMvcConfigurer semelMethodAnswers(
        SemelProperties properties, ObjectProvider<ErrorFormat> errorFormat) {
      return new WebMvcConfigurer() {
        @Override
        public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
          MethodAnswers.addTo(
              resolvers, properties.http().problems().settings(errorFormat.getIfAvailable()));
        }
      };
    }
  }

  /**
   * Spring Boot's filter for forms that come by PUT and PATCH reads the body; it has to stand
   * behind ours, from which it can be read again.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(OrderedFormContentFilter.class)
  static class FormConfiguration {
    private static final int BEHIND = OrderedFilter.REQUEST_WRAPPER_FILTER_MAX_ORDER + 2;

    @Bean
    static BeanPostProcessor semelFormOrder() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          if (bean instanceof OrderedFormContentFilter forms) {
            forms.setOrder(BEHIND);
          }
          return bean;
        }
      };
    }
  }

  /** In a request, the effect is that of the request unless a method within has its own. */
  @Bean
  SemelAutoConfiguration.OuterEffect semelRequestEffect() {
    return SemelWebAutoConfiguration::effectOfRequest;
  }

  private static @Nullable JdbcEffect effectOfRequest() {
    return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
            && Idempotency.intentOf(current.getRequest()) != null
        ? HttpEffect.of(current.getRequest())
        : null;
  }
}

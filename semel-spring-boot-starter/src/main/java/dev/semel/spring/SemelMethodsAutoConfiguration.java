package dev.semel.spring;

import dev.semel.Semel;
import dev.semel.json.SemelJson;
import dev.semel.spring.internal.OutsideCommandAdvisor;
import dev.semel.spring.internal.SecurityPrincipalResolver;
import dev.semel.spring.internal.TransactionRules;
import dev.semel.spring.internal.method.IdempotentAdvisor;
import dev.semel.spring.internal.method.IdempotentCheck;
import dev.semel.spring.internal.method.IdempotentMethods;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Makes {@link Idempotent} methods commands. It is there also where there is no data source, to
 * refuse to start rather than to leave them unprotected.
 */
@AutoConfiguration(after = SemelAutoConfiguration.class)
@Conditional(EnabledCondition.class)
@EnableConfigurationProperties(SemelProperties.class)
public class SemelMethodsAutoConfiguration {
  /** Spring Boot does the same, unless it was told not to. */
  @Bean
  static BeanFactoryPostProcessor semelProxies() {
    return beans -> {
      if (beans instanceof BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
      }
    };
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static IdempotentAdvisor semelAdvisor(ObjectProvider<IdempotentMethods> methods) {
    return new IdempotentAdvisor(methods);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static OutsideCommandAdvisor semelOutsideAdvisor(
      ObjectProvider<SpringTransactions> transactions) {
    return new OutsideCommandAdvisor(transactions);
  }

  @Bean
  static IdempotentCheck semelMethodCheck(ConfigurableListableBeanFactory beans) {
    return new IdempotentCheck(beans);
  }

  @Bean
  @ConditionalOnBean(SpringTransactions.class)
  TransactionRules semelTransactionRules(BeanFactory beans, SpringTransactions transactions) {
    return new TransactionRules(beans, transactions);
  }

  @Bean
  @ConditionalOnBean(Semel.class)
  IdempotentMethods semelMethods(
      BeanFactory beans,
      Semel semel,
      TransactionRules transactions,
      SemelJson json,
      SemelProperties properties) {
    return new IdempotentMethods(
        beans, semel, transactions, json, properties.defaults().settings());
  }

  /** The only tenant of an application. */
  @Configuration(proxyBeanMethods = false)
  static class TenantConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty("semel.tenant")
    TenantResolver semelTenant(SemelProperties properties) {
      return properties::tenant;
    }
  }

  /** The users that Spring Security knows. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SecurityContextHolder.class)
  static class SecurityConfiguration {
    @Bean
    @ConditionalOnMissingBean(PrincipalResolver.class)
    PrincipalResolver semelPrincipal() {
      return new SecurityPrincipalResolver();
    }
  }
}

package dev.semel.compatibility;

import org.apache.ibatis.annotations.Mapper;
import org.mybatis.spring.annotation.MapperScan;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The application, with JPA and without. */
final class Applications {
  private Applications() {}

  /** What both have. */
  @Configuration(proxyBeanMethods = false)
  @Import({
    Errors.class,
    AfterCommit.class,
    JdbcClientBank.class,
    Endpoints.Services.class,
    Controllers.Plain.class,
    Controllers.Protected.class
  })
  static class Common {
    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
          .httpBasic(Customizer.withDefaults())
          .csrf(csrf -> csrf.disable())
          .build();
    }

    @Bean
    TransactionTemplate transactionTemplate(PlatformTransactionManager manager) {
      return new TransactionTemplate(manager);
    }
  }

  /** With Spring Data JPA, and JdbcClient next to it. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {DataJdbcRepositoriesAutoConfiguration.class, MybatisAutoConfiguration.class})
  @EnableJpaRepositories(considerNestedRepositories = true, basePackageClasses = JpaBank.class)
  @EntityScan(basePackageClasses = JpaBank.class)
  @Import({
    Common.class,
    JpaBank.class,
    JpaBank.Failing.class,
    Controllers.PlainJpa.class,
    Controllers.ProtectedJpa.class
  })
  static class WithJpa {}

  /** With JdbcClient, Spring Data JDBC, jOOQ and MyBatis. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      exclude = {HibernateJpaAutoConfiguration.class, DataJpaRepositoriesAutoConfiguration.class})
  @EnableJdbcRepositories(
      considerNestedRepositories = true,
      basePackageClasses = DataJdbcBank.class)
  @MapperScan(basePackageClasses = MyBatisBank.class, annotationClass = Mapper.class)
  @Import({Common.class, DataJdbcBank.class, JooqBank.class, MyBatisBank.class})
  static class WithoutJpa {}
}

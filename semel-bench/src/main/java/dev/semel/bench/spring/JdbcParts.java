package dev.semel.bench.spring;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * What Spring Boot would set up by itself around a data source, without all else that is on the
 * class path.
 */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement
class JdbcParts {
  @Bean
  PlatformTransactionManager transactionManager(DataSource dataSource) {
    return new JdbcTransactionManager(dataSource);
  }

  @Bean
  TransactionTemplate transactionTemplate(PlatformTransactionManager transactions) {
    return new TransactionTemplate(transactions);
  }

  @Bean
  JdbcTemplate jdbcTemplate(DataSource dataSource) {
    return new JdbcTemplate(dataSource);
  }

  @Bean
  JdbcClient jdbcClient(JdbcTemplate template) {
    return JdbcClient.create(template);
  }

  @Bean
  JsonMapper jsonMapper() {
    return JsonMapper.builder().build();
  }
}

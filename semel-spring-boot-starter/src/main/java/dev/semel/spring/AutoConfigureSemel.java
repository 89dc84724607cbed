package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Brings Semel into a test that has only a slice of the application, such as {@code @JdbcTest}. It
 * is not there by itself, because slices often run on another database than PostgreSQL.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration({
  SemelAutoConfiguration.class,
  SemelDisabledAutoConfiguration.class,
  SemelMethodsAutoConfiguration.class,
  SemelListenersAutoConfiguration.class
})
public @interface AutoConfigureSemel {}

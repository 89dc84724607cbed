package dev.semel.bench.contender;

import com.trendyol.jdempotent.core.annotation.JdempotentIgnore;
import com.trendyol.jdempotent.core.annotation.JdempotentRequestPayload;
import com.trendyol.jdempotent.core.annotation.JdempotentResource;
import com.trendyol.jdempotent.core.aspect.IdempotentAspect;
import com.trendyol.jdempotent.redis.RedisConfigProperties;
import com.trendyol.jdempotent.redis.RedisIdempotentRepository;
import java.io.Serializable;
import java.sql.SQLException;
import org.springframework.aop.aspectj.annotation.AspectJProxyFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

/**
 * The annotation of Jdempotent, on Redis. Spring Boot of today does not find its configuration, so
 * it is put together by hand.
 */
final class JdempotentContender implements Contender {
  private static final long EXPIRATION_HOURS = 1;

  private final LettuceConnectionFactory redis;
  private final Payments payments;

  JdempotentContender(Desk desk, int redisPort) {
    this.redis =
        new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redisPort));
    redis.afterPropertiesSet();
    redis.start();
    AspectJProxyFactory factory = new AspectJProxyFactory(new Payments(desk));
    factory.setProxyTargetClass(true);
    factory.addAspect(new IdempotentAspect(repository()));
    this.payments = factory.getProxy();
  }

  private RedisIdempotentRepository repository() {
    RedisTemplate<String, Object> template = new RedisTemplate<>();
    template.setConnectionFactory(redis);
    template.afterPropertiesSet();
    RedisConfigProperties properties = new RedisConfigProperties();
    properties.setExpirationTimeHour(EXPIRATION_HOURS);
    properties.setPersistReqRes(true);
    return new RedisIdempotentRepository(template, properties);
  }

  /** The key is what remains when the amount is left out. */
  public static final class Payment implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String key;
    @JdempotentIgnore private final String payload;

    Payment(String key, String payload) {
      this.key = key;
      this.payload = payload;
    }
  }

  /** What is done once per key. */
  public static class Payments {
    private final Desk desk;

    Payments(Desk desk) {
      this.desk = desk;
    }

    @JdempotentResource(cachePrefix = "payments")
    public String pay(@JdempotentRequestPayload Payment payment) throws SQLException {
      return desk.workAlone(new Call(payment.key, payment.payload));
    }
  }

  @Override
  public String take(Call call) throws SQLException {
    // It returns null where it knows of a call and has no answer yet.
    return String.valueOf(payments.pay(new Payment(call.key(), call.payload())));
  }

  @Override
  public void close() {
    redis.destroy();
  }
}

package dev.semel.bench.contender;

import dev.semel.bench.process.Answer;
import dev.semel.bench.process.Orders;
import dev.semel.testing.net.FreePorts;
import java.io.IOException;
import redis.embedded.RedisServer;

/** A Redis for contenders that keep their records there. It outlives them. */
public final class RedisProcess implements Orders.Worker {
  private final int port;
  private final RedisServer server;

  private RedisProcess() throws IOException {
    this.port = FreePorts.pick();
    this.server = RedisServer.newRedisServer().port(port).bind("127.0.0.1").build();
    server.start();
  }

  public static void main(String[] args) throws IOException {
    Orders.serve(RedisProcess::new);
  }

  /** Whatever is asked, the answer is its port. */
  @Override
  public Answer work(String order, long[] arguments) {
    return Answer.of(port);
  }

  @Override
  public void close() throws IOException {
    server.stop();
  }
}

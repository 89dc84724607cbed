package dev.semel.demo.broker;

/** Stands for a broker where there is none. */
record NoBroker() implements Broker {
  @Override
  public boolean isThere() {
    return false;
  }

  @Override
  public String bootstrapServers() {
    throw new NoBrokerException("there is no broker");
  }

  @Override
  public String topic() {
    throw new NoBrokerException("there is no broker");
  }

  @Override
  public void close() {}
}

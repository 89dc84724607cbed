package dev.semel.demo.broker;

/** There is no Kafka to send events to; the message says, in a line, why and what to do. */
public final class NoBrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NoBrokerException(String message) {
    super(message);
  }

  NoBrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.semel.bench.work;

/** The event that all outboxes carry, and the number by which it is known when it arrives. */
public final class EventSample {
  public static final String AGGREGATE_TYPE = "account";
  public static final String TYPE = "PaymentMade";
  public static final String TOPIC = "outbox.event." + AGGREGATE_TYPE;

  private static final String NUMBER = "\"number\":";

  private EventSample() {}

  /** A payload of about 220 characters. */
  public static String payload(int number) {
    return "{" + NUMBER + number + "," + Samples.PAYLOAD.substring(1);
  }

  /** The account that it happened to. */
  public static String account() {
    return Long.toString(Samples.anyAccount());
  }

  /** The number in a payload, or -1 if it has none. */
  public static int numberOf(String payload) {
    int start = payload.indexOf(NUMBER);
    if (start < 0) {
      return -1;
    }
    int at = start + NUMBER.length();
    while (payload.charAt(at) == ' ') {
      at++;
    }
    int end = at;
    while (Character.isDigit(payload.charAt(end))) {
      end++;
    }
    return Integer.parseInt(payload, at, end, 10);
  }
}

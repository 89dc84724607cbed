package dev.semel.testing.net;

import dev.semel.testing.net.MessageRule.Action;
import java.nio.charset.StandardCharsets;

/**
 * What is to happen on a message, as in {@code proxy.onMessage("COMMIT").times(2).loseReply()}.
 * Nothing is set before {@link #cutBefore} or {@link #loseReply} is called.
 */
public final class OnMessage {

  private final String text;
  private final int times;
  private final Faults faults;

  OnMessage(String text, int times, Faults faults) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an empty text is in every message: give some of it");
    }
    this.text = text;
    this.times = times;
    this.faults = faults;
  }

  /** Returns the same for the first so many messages; it is one otherwise. */
  public OnMessage times(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a fault that fires " + count + " times is none");
    }
    return new OnMessage(text, count, faults);
  }

  /** Returns the same for all such messages, until {@link FaultProxy#heal}. */
  public OnMessage always() {
    return new OnMessage(text, Integer.MAX_VALUE, faults);
  }

  /**
   * Cuts the connection before the message reaches the server. What the client sent before it does
   * reach the server.
   */
  public Fault cutBefore() {
    return set("cut before", Action.CUT_BEFORE);
  }

  /**
   * Passes the message on, waits until the server has done all of that round trip, drops the reply,
   * and cuts the connection. The client cannot know what became of it.
   */
  public Fault loseReply() {
    return set("lose the reply to", Action.LOSE_REPLY);
  }

  private Fault set(String words, Action action) {
    Fault fault = new Fault(words + " " + text, times);
    faults.add(new MessageRule(text.getBytes(StandardCharsets.UTF_8), action, fault));
    return fault;
  }
}

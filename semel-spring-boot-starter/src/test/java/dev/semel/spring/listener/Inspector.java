package dev.semel.spring.listener;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.inbox.Message;
import dev.semel.spring.IdempotentListener;
import java.io.IOException;
import java.util.List;

/** Is told of words by anybody who has a message. */
class Inspector {
  static final String CONSUMER = "inspector";

  /** Where words are written to. */
  interface Ledger {
    void write(String word);
  }

  private final Ledger ledger;
  private final JdbcEffect effect;

  Inspector(Ledger ledger, JdbcEffect effect) {
    this.ledger = ledger;
    this.effect = effect;
  }

  @IdempotentListener(consumer = CONSUMER, versions = IdempotentListener.Versions.REDELIVERED)
  public void look(Message message) throws IOException {
    String word = message.id().id();
    ledger.write(word);
    effect.publish(Event.of("word", word, "Inspected", null));
    effect.audit("INSPECT", word, null);
    if (word.startsWith("unreadable")) {
      throw new IOException("cannot read " + word);
    }
  }

  @IdempotentListener(consumer = "inspector-of-many", tenant = "south", retention = "permanent")
  public void lookAll(List<Message> messages) {
    for (Message message : messages) {
      ledger.write(message.id().id());
      effect.audit("INSPECT", message.id().id(), null);
    }
  }
}

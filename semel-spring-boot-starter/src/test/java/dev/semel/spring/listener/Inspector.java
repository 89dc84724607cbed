package dev.semel.spring.listener;

import dev.semel.Event;
import dev.semel.JdbcEffect;
import dev.semel.inbox.Message;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.transaction.annotation.Transactional;

/** Is told of words by anybody who has a message. */
class Inspector {
  static final String CONSUMER = "inspector";

  /** Where words are written to. */
  interface Ledger {
    void write(String word);
  }

  private final Ledger ledger;
  private final JdbcEffect effect;
  private final Set<String> failedOnce = ConcurrentHashMap.newKeySet();

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

  /** Fails with each word once, by a failure that passes. */
  @Transactional
  @IdempotentListener(consumer = "inspector-in-a-transaction")
  public void lookTransactional(Message message) {
    String word = message.id().id();
    ledger.write(word);
    if (failedOnce.add(word)) {
      throw new CannotAcquireLockException("later", new SQLException("later", "40001"));
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

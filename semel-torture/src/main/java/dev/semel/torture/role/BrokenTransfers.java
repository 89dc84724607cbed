package dev.semel.torture.role;

import dev.semel.Codec;
import dev.semel.Fingerprinter;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Semel;
import dev.semel.torture.bank.Bank;
import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How not to do it: what was done is remembered in this process, outside the transaction. It is
 * forgotten by a crash, and no other node knows. Here to prove that the run finds it out.
 */
final class BrokenTransfers {
  private static final Operation<String, String> TRANSFER =
      Operation.named("broken-transfer").taking(Fingerprinter.text()).answering(Codec.text());

  private final Semel semel;
  private final Bank bank;
  private final Map<String, Outcome<String>> done = new ConcurrentHashMap<>();

  BrokenTransfers(Semel semel, Bank bank) {
    this.semel = semel;
    this.bank = bank;
  }

  Outcome<String> transfer(String tenant, String key, Payload payload) {
    Outcome<String> known = done.get(tenant + "/" + key);
    if (known != null) {
      return known;
    }
    Outcome<String> outcome =
        semel.once(
            TRANSFER.intent(tenant, UUID.randomUUID().toString(), payload.json()),
            effect -> bank.book(effect, Op.TRANSFER, tenant, key, payload).answer());
    done.put(tenant + "/" + key, outcome);
    return outcome;
  }
}

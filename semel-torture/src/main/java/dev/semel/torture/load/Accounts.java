package dev.semel.torture.load;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The accounts that clients use, by tenant. Money leaves the bank all the while, so new accounts
 * take the place of old ones. Safe for several threads.
 */
final class Accounts {
  private static final int MAX_PER_TENANT = 30;

  private final Map<String, List<String>> known = new ConcurrentHashMap<>();
  private final AtomicInteger replaced = new AtomicInteger();

  void add(String tenant, String account) {
    List<String> accounts = of(tenant);
    if (accounts.size() < MAX_PER_TENANT) {
      accounts.add(account);
    } else {
      accounts.set(Math.floorMod(replaced.getAndIncrement(), MAX_PER_TENANT), account);
    }
  }

  String pick(String tenant, int number) {
    List<String> accounts = of(tenant);
    return accounts.get(Math.floorMod(number, accounts.size()));
  }

  private List<String> of(String tenant) {
    return known.computeIfAbsent(tenant, name -> new CopyOnWriteArrayList<>());
  }
}

package dev.semel.torture.load;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.check.IntentName;
import dev.semel.torture.check.Snapshot.Leftovers;
import dev.semel.torture.world.World;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** All clients together. */
public final class Crowd implements AutoCloseable {
  private static final int ACCOUNTS_PER_TENANT = 6;
  private static final long FIRST_DEPOSIT = 20_000;
  private static final Duration MAX_FIRST_ANSWER = Duration.ofMinutes(3);

  /** Longer than a client takes for a command, at all nodes, whatever they do. */
  private static final Duration MAX_STOP = Duration.ofMinutes(2);

  private static final Duration MAX_CLOSE = Duration.ofSeconds(10);
  private static final String ACCOUNTS =
      "SELECT tenant, id FROM account ORDER BY tenant, id::bigint";

  private final List<Integer> ports;
  private final HistoryWriter history;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();
  private final Desk desk;
  private final AtomicInteger missing = new AtomicInteger();
  private final ExecutorService twins = Executors.newCachedThreadPool(Crowd::daemon);
  private final ClientThreads threads = new ClientThreads();
  private final List<Thread> clients = new ArrayList<>();

  public Crowd(World world, HistoryWriter history) {
    this(
        world.nodes().stream().map(node -> node.clients().port()).toList(),
        new Desk(world.nodes().size(), new Accounts()),
        history);
  }

  /**
   * @param ports of the nodes, through their proxies
   */
  Crowd(List<Integer> ports, Desk desk, HistoryWriter history) {
    this.ports = ports;
    this.desk = desk;
    this.history = history;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "twin");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens accounts of every tenant, and uses them, before anything is broken.
   *
   * @param database in which the accounts are looked up
   */
  public void begin(DataSource database) {
    Teller teller = teller("opener", Round.FIRST);
    for (String tenant : World.TENANTS) {
      for (int i = 0; i < ACCOUNTS_PER_TENANT; i++) {
        Pursuit pursuit =
            new Pursuit(
                new IntentName(tenant, Op.OPEN, "first-" + i),
                new Payload(null, null, FIRST_DEPOSIT),
                i % desk.nodes());
        require(teller, pursuit);
      }
    }
    addAccounts(database);
    askForOneOfEach(teller);
  }

  /** So that even the shortest run has all kinds of answers to look at and to ask for again. */
  private void askForOneOfEach(Teller teller) {
    for (String tenant : World.TENANTS) {
      for (Op op : EnumSet.complementOf(EnumSet.of(Op.OPEN))) {
        askFor(teller, op, tenant, "first", 1);
        askFor(teller, op, tenant, "first", 2);
        askFor(teller, op, tenant, "first-too-much", Client.MORE_THAN_THERE_IS);
      }
    }
  }

  private void askFor(Teller teller, Op op, String tenant, String key, long amount) {
    String to = op == Op.TRANSFER ? desk.accounts().pick(tenant, 1) : null;
    Payload payload = new Payload(desk.accounts().pick(tenant, 0), to, amount);
    Pursuit pursuit = new Pursuit(new IntentName(tenant, op, key), payload, 0);
    require(teller, pursuit);
    desk.done(pursuit);
  }

  private static void require(Teller teller, Pursuit pursuit) {
    long startNanos = System.nanoTime();
    while (!teller.pursue(pursuit, 1)) {
      if (Thread.currentThread().isInterrupted()
          || System.nanoTime() - startNanos > MAX_FIRST_ANSWER.toNanos()) {
        throw new IllegalStateException("the bank does not answer; see the nodes' logs");
      }
    }
  }

  /** Tells clients of all accounts there are. */
  private void addAccounts(DataSource database) {
    try (Connection connection = database.getConnection()) {
      Sql.query(connection, row -> row.getString(1) + "/" + row.getString(2), ACCOUNTS)
          .forEach(name -> desk.accounts().add(name.split("/", 2)[0], name.split("/", 2)[1]));
    } catch (SQLException e) {
      throw new IllegalStateException("the accounts cannot be read", e);
    }
  }

  /** Starts so many clients. */
  public void start(int count, long seed) {
    for (int i = 0; i < count; i++) {
      String name = "c" + i;
      Teller teller = teller(name, Round.FIRST);
      Teller twin = teller(name + "b", Round.FIRST);
      Client client = new Client(name, seed + i, teller, twin, desk, twins);
      clients.add(threads.start("client " + name, client));
    }
  }

  private Teller teller(String name, Round round) {
    return new Teller(name, round, ports, http, history);
  }

  /** Ends the load: no new commands; those under way are put aside. */
  public void stop() throws InterruptedException {
    desk.close();
    threads.join(clients, MAX_STOP);
  }

  /** What clients did not do: those that broke off or did not end, and answers that never came. */
  public Leftovers leftovers() {
    return threads.leftovers();
  }

  public long answered() {
    return desk.answerCount();
  }

  /** How many intents wait for their answer. */
  public int aside() {
    return desk.asideCount();
  }

  /** How many answers are missing in the round that goes on. */
  public int missing() {
    return missing.get();
  }

  /** Pursues what was put aside until all is answered, or time is over. */
  public void askForWhatIsLeft(Duration limit) throws InterruptedException {
    Queue<Pursuit> left = new ConcurrentLinkedQueue<>();
    for (Pursuit next = desk.takeAside(); next != null; next = desk.takeAside()) {
      left.add(next);
    }
    work(
        left,
        Round.FIRST,
        limit,
        (teller, pursuit) -> {
          boolean isOver = teller.pursue(pursuit, 1);
          if (pursuit.isAnswered()) {
            desk.done(pursuit);
          }
          return isOver;
        });
  }

  /** How many answers were asked for once more, and how many came. */
  public record Asked(int asked, int answered) {}

  /**
   * Asks once more for what was answered, at another node, until it answers or time is over. The
   * answer must be the same.
   */
  public Asked askAgain(Round round, Duration limit) throws InterruptedException {
    Queue<Pursuit> again = new ConcurrentLinkedQueue<>(desk.remembered());
    int asked = again.size();
    int unanswered =
        work(
            again,
            round,
            limit,
            (teller, pursuit) -> {
              pursuit.nextNode(desk.nodes());
              return teller.ask(pursuit);
            });
    return new Asked(asked, asked - unanswered);
  }

  /** What a thread does with one of the queue. Returns whether it is over. */
  private interface Work {
    boolean on(Teller teller, Pursuit pursuit);
  }

  /** Works the queue off, until it is empty or time is over. Returns how many are not over. */
  private int work(Queue<Pursuit> queue, Round round, Duration limit, Work work)
      throws InterruptedException {
    int all = queue.size();
    missing.set(all);
    long endNanos = System.nanoTime() + limit.toNanos();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < Math.max(2, clients.size()); i++) {
      Teller teller = teller("d" + i, round);
      workers.add(threads.start("client d" + i, () -> workOff(queue, endNanos, work, teller)));
    }
    threads.join(workers, limit.plus(MAX_STOP));
    int left = missing.get();
    if (left > 0) {
      threads.fail("%d of %d answers asked for in round %s never came".formatted(left, all, round));
    }
    return left;
  }

  private void workOff(Queue<Pursuit> queue, long endNanos, Work work, Teller teller) {
    while (System.nanoTime() - endNanos < 0 && !Thread.currentThread().isInterrupted()) {
      Pursuit next = queue.poll();
      if (next == null) {
        return;
      }
      if (work.on(teller, next)) {
        missing.decrementAndGet();
      } else {
        queue.add(next);
      }
    }
  }

  /** Ends clients wherever they are; they have ended already unless the run failed. */
  @Override
  public void close() {
    desk.close();
    threads.excuse();
    twins.shutdownNow();
    threads.close();
    try {
      twins.awaitTermination(MAX_CLOSE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

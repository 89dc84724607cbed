package dev.semel.torture.load;

import dev.semel.torture.bank.Op;
import dev.semel.torture.bank.Payload;
import dev.semel.torture.bank.Sql;
import dev.semel.torture.check.IntentName;
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
import java.util.concurrent.atomic.AtomicInteger;

/** All clients together. */
public final class Crowd implements AutoCloseable {
  private static final int ACCOUNTS_PER_TENANT = 6;
  private static final long FIRST_DEPOSIT = 20_000;
  private static final int MANY_ROUNDS = 1_000;
  private static final long CLOSE_MILLIS = 10_000;
  private static final String ACCOUNTS =
      "SELECT tenant, id FROM account ORDER BY tenant, id::bigint";

  private final World world;
  private final HistoryWriter history;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(1))
          .build();
  private final Accounts accounts = new Accounts();
  private final Desk desk;
  private final ExecutorService twins = Executors.newCachedThreadPool(Crowd::daemon);
  private final List<Thread> threads = new ArrayList<>();

  public Crowd(World world, HistoryWriter history) {
    this.world = world;
    this.history = history;
    this.desk = new Desk(world.nodes().size(), accounts);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "twin");
    thread.setDaemon(true);
    return thread;
  }

  /** Opens accounts of every tenant, and uses them, before anything is broken. */
  public void begin() {
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
    addAccounts();
    askForOneOfEach(teller);
  }

  /** So that even the shortest run has answers and rejections of each kind to ask for again. */
  private void askForOneOfEach(Teller teller) {
    for (String tenant : World.TENANTS) {
      for (Op op : EnumSet.complementOf(EnumSet.of(Op.OPEN))) {
        askFor(teller, op, tenant, "first", 1);
        askFor(teller, op, tenant, "first-too-much", Client.MORE_THAN_THERE_IS);
      }
    }
  }

  private void askFor(Teller teller, Op op, String tenant, String key, long amount) {
    String to = op == Op.TRANSFER ? accounts.pick(tenant, 1) : null;
    Payload payload = new Payload(accounts.pick(tenant, 0), to, amount);
    Pursuit pursuit = new Pursuit(new IntentName(tenant, op, key), payload, 0);
    require(teller, pursuit);
    desk.done(pursuit);
  }

  private static void require(Teller teller, Pursuit pursuit) {
    if (!teller.pursue(pursuit, MANY_ROUNDS)) {
      throw new IllegalStateException("the bank does not answer; see the nodes' logs");
    }
  }

  /** Tells clients of all accounts there are. */
  private void addAccounts() {
    try (Connection connection = world.database().connect()) {
      Sql.query(connection, row -> row.getString(1) + "/" + row.getString(2), ACCOUNTS)
          .forEach(name -> accounts.add(name.split("/", 2)[0], name.split("/", 2)[1]));
    } catch (SQLException e) {
      throw new IllegalStateException("the accounts cannot be read", e);
    }
  }

  /** Starts so many clients. */
  public void start(int clients, long seed) {
    for (int i = 0; i < clients; i++) {
      String name = "c" + i;
      Teller teller = teller(name, Round.FIRST);
      Teller twin = teller(name + "b", Round.FIRST);
      Client client = new Client(name, seed + i, teller, twin, desk, twins);
      Thread thread = new Thread(client, "client-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private Teller teller(String name, Round round) {
    List<Integer> ports = world.nodes().stream().map(node -> node.clients().port()).toList();
    return new Teller(name, round, ports, http, history);
  }

  /** Ends the load: no new commands; those under way are put aside. */
  public void stop() throws InterruptedException {
    desk.close();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  public long answered() {
    return desk.answerCount();
  }

  /** How many intents wait for their answer. */
  public int aside() {
    return desk.asideCount();
  }

  /** Pursues what was put aside until all is answered, or time is over. */
  public void askForWhatIsLeft(Duration limit) throws InterruptedException {
    long endNanos = System.nanoTime() + limit.toNanos();
    Queue<Pursuit> left = new ConcurrentLinkedQueue<>();
    for (Pursuit next = desk.takeAside(); next != null; next = desk.takeAside()) {
      left.add(next);
    }
    work(
        left,
        Round.FIRST,
        (teller, pursuit) -> {
          if (!teller.pursue(pursuit, 1) && System.nanoTime() < endNanos) {
            left.add(pursuit);
          } else if (pursuit.isAnswered()) {
            desk.done(pursuit);
          }
        });
  }

  /** How many answers were asked for once more, and how many came. */
  public record Asked(int asked, int answered) {}

  /**
   * Asks once more for what was answered, at another node, until it answers or time is over. The
   * answer must be the same.
   */
  public Asked askAgain(Round round, Duration limit) throws InterruptedException {
    long endNanos = System.nanoTime() + limit.toNanos();
    Queue<Pursuit> again = new ConcurrentLinkedQueue<>(desk.remembered());
    int asked = again.size();
    AtomicInteger answered = new AtomicInteger();
    work(
        again,
        round,
        (teller, pursuit) -> {
          pursuit.nextNode(desk.nodes());
          if (teller.ask(pursuit)) {
            answered.incrementAndGet();
          } else if (System.nanoTime() < endNanos) {
            again.add(pursuit);
          }
        });
    return new Asked(asked, answered.get());
  }

  /** What a thread does with one of the queue. */
  private interface Work {
    void on(Teller teller, Pursuit pursuit);
  }

  private void work(Queue<Pursuit> queue, Round round, Work work) throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < Math.max(2, threads.size()); i++) {
      Teller teller = teller("d" + i, round);
      Thread worker = new Thread(() -> workOff(queue, work, teller), "drain-" + i);
      worker.setDaemon(true);
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  private static void workOff(Queue<Pursuit> queue, Work work, Teller teller) {
    for (Pursuit next = queue.poll(); next != null; next = queue.poll()) {
      work.on(teller, next);
    }
  }

  /** Ends clients wherever they are; they have ended already unless the run failed. */
  @Override
  public void close() {
    desk.close();
    twins.shutdownNow();
    threads.forEach(Thread::interrupt);
    try {
      for (Thread thread : threads) {
        thread.join(CLOSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

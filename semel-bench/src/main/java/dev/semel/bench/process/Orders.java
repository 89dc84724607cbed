package dev.semel.bench.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;

/** The other end of a {@link Child}: takes orders from standard input until it ends. */
public final class Orders {
  /** As much of a failure as one answer holds. */
  private static final int MAX_FAILURE_CHARACTERS = 4_000;

  private final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
  private final DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));

  private Orders() {
    // Whoever else prints must not do so in between.
    System.setOut(System.err);
  }

  /** Does what it is told. */
  public interface Worker extends AutoCloseable {
    Answer work(String order, long[] arguments) throws Exception;
  }

  /** Makes the worker, says that it is ready, and has it work until there are no more orders. */
  public static void serve(Callable<Worker> start) throws IOException {
    Orders orders = new Orders();
    try (Worker worker = start.call()) {
      orders.answer(Answer.done());
      orders.takeAll(worker);
    } catch (EOFException e) {
      // Nobody asks any more.
    } catch (Exception e) {
      orders.fail(e);
    }
    // Threads of others must not keep it alive.
    Runtime.getRuntime().halt(0);
  }

  private void takeAll(Worker worker) throws IOException {
    while (true) {
      String order = in.readUTF();
      long[] arguments = new long[in.readInt()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = in.readLong();
      }
      take(worker, order, arguments);
    }
  }

  private void take(Worker worker, String order, long[] arguments) throws IOException {
    Answer answer;
    try {
      answer = worker.work(order, arguments);
    } catch (Exception e) {
      fail(e);
      return;
    }
    answer(answer);
  }

  private void answer(Answer answer) throws IOException {
    out.writeUTF("");
    answer.write(out);
    out.flush();
  }

  private void fail(Exception failure) throws IOException {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    String all = text.toString();
    out.writeUTF(all.substring(0, Math.min(all.length(), MAX_FAILURE_CHARACTERS)));
    out.flush();
  }
}

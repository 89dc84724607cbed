package dev.semel.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How much memory the threads of this process have asked for. */
public final class Allocation {
  private Allocation() {}

  /** So far, by all threads that are alive: whatever work is measured keeps its threads. */
  public static long bytesSoFar() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }
}

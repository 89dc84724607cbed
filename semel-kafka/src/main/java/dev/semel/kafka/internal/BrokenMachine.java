package dev.semel.kafka.internal;

/** Which errors say that the machine is broken, and not whoever threw them. */
public final class BrokenMachine {
  private BrokenMachine() {}

  /** Whoever was called may be why a stack was too small; it is not why there is no memory. */
  public static void throwIfItIs(Throwable failure) {
    if (failure instanceof VirtualMachineError broken && !(failure instanceof StackOverflowError)) {
      throw broken;
    }
  }
}

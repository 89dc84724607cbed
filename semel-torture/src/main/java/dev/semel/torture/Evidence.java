package dev.semel.torture;

import dev.semel.torture.report.Progress;
import dev.semel.torture.world.RunFolder;

/** Sees to it that nobody has to look for the history and the logs of a run that came to no end. */
final class Evidence {
  private Evidence() {}

  /** Something that leaves its history and its logs in a folder. */
  interface Run<T> {
    T in(RunFolder folder) throws InterruptedException;
  }

  /** Makes a folder for a run, and says where it is if the run fails or this process is ended. */
  static <T> T of(Run<T> run, Progress progress) throws InterruptedException {
    RunFolder folder = RunFolder.make();
    Thread atExit = new Thread(() -> name(folder, progress), "name-evidence");
    Runtime.getRuntime().addShutdownHook(atExit);
    try {
      return run.in(folder);
    } catch (InterruptedException | RuntimeException | Error e) {
      name(folder, progress);
      throw e;
    } finally {
      forget(atExit);
    }
  }

  private static void name(RunFolder folder, Progress progress) {
    progress.phase("not carried out; history and logs: " + folder.path());
  }

  private static void forget(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is going down, and the hook says where things are.
    }
  }
}

package dev.semel.bench.contender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** JobRunr with an id for each job. It looks every five seconds, the most often it may. */
final class JobRunrContender implements Contender {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

  private final JobScheduler jobs;

  JobRunrContender(Desk desk) {
    this.jobs =
        JobRunr.configure()
            .useJobActivator(activating(new Jobs(desk)))
            .useStorageProvider(SqlStorageProviderFactory.using(desk.pool()))
            .useBackgroundJobServer(
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(2)
                    .andPollInterval(POLL_INTERVAL))
            .initialize()
            .getJobScheduler();
  }

  private static JobActivator activating(Jobs jobs) {
    return new JobActivator() {
      @Override
      public <T> T activateJob(Class<T> type) {
        return type.cast(jobs);
      }
    };
  }

  /** What is called later. */
  public static final class Jobs {
    private final Desk desk;

    Jobs(Desk desk) {
      this.desk = desk;
    }

    public void pay(String key, String payload) throws SQLException {
      desk.workAlone(new Call(key, payload));
    }
  }

  @Override
  public String take(Call call) {
    UUID id = UUID.nameUUIDFromBytes(call.key().getBytes(UTF_8));
    String key = call.key();
    String payload = call.payload();
    jobs.<Jobs>enqueue(id, job -> job.pay(key, payload));
    return "enqueued";
  }

  @Override
  public void close() {
    JobRunr.destroy();
  }
}

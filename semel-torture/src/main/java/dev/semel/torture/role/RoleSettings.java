package dev.semel.torture.role;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process is told when it is started. Immutable.
 *
 * @param name of the process, the same after each restart
 * @param port where a node listens; 0 for other roles
 * @param jdbcUrl of the database, through its proxy
 * @param brokers of Kafka, through the proxy
 * @param provider the base address of the payment provider, through its proxy
 * @param build which build of the service it is
 * @param clockShift how far its clock is off; nodes only
 * @param broken whether it keeps marks of transfers in memory and pays without a lease, which is
 *     wrong
 */
public record RoleSettings(
    Role role,
    String name,
    int port,
    String jdbcUrl,
    String brokers,
    String provider,
    int build,
    Duration clockShift,
    boolean broken) {

  /** What a process can be. */
  public enum Role {
    NODE,
    RELAY,
    CONSUMER,
    JANITOR
  }

  public RoleSettings build(int other) {
    return new RoleSettings(
        role, name, port, jdbcUrl, brokers, provider, other, clockShift, broken);
  }

  public RoleSettings clockShift(Duration other) {
    return new RoleSettings(role, name, port, jdbcUrl, brokers, provider, build, other, broken);
  }

  /** For the command line of its process. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(role.name());
    words.add(name);
    words.add(Integer.toString(port));
    words.add(jdbcUrl);
    words.add(brokers);
    words.add(provider);
    words.add(Integer.toString(build));
    words.add(clockShift.toString());
    words.add(Boolean.toString(broken));
    return words;
  }

  static RoleSettings read(List<String> words) {
    return new RoleSettings(
        Role.valueOf(words.get(0)),
        words.get(1),
        Integer.parseInt(words.get(2)),
        words.get(3),
        words.get(4),
        words.get(5),
        Integer.parseInt(words.get(6)),
        Duration.parse(words.get(7)),
        Boolean.parseBoolean(words.get(8)));
  }
}

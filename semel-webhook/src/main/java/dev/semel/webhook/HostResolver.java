package dev.semel.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. Asked at each attempt. Safe for use by several threads. */
@FunctionalInterface
public interface HostResolver {
  /** All addresses, the preferred one first. */
  List<InetAddress> resolve(String host) throws UnknownHostException;

  /** As the system does. */
  static HostResolver system() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}

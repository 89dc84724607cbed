package dev.semel.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where requests may go. The addresses of endpoints are given by others; without this, they could
 * make the sender reach what only the sender can reach. Immutable; each method returns a changed
 * copy.
 */
public final class EgressPolicy {
  private static final int MAX_URL_CHARACTERS = 2_000;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int FIRST_FREE_PORT = 1_024;

  /** What is not on the public internet, or stands for something else that may not be. */
  private static final List<AddressRange> NOT_PUBLIC_V4 =
      ranges(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // shared by customers of a provider
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, and where clouds keep their metadata
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // relays from 6to4
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4"); // reserved, and broadcast

  /** All that is given out; the rest is loopback, local, mapped, translated or not in use. */
  private static final AddressRange PUBLIC_V6 = AddressRange.parse("2000::/3");

  private static final List<AddressRange> NOT_PUBLIC_V6 =
      ranges(
          "2001::/23", // Teredo and other assignments
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4, which has an IPv4 address inside
          "3fff::/20"); // documentation

  private final boolean plainHttp;
  private final Set<Integer> ports;
  private final List<AddressRange> allowed;

  private EgressPolicy(boolean plainHttp, Set<Integer> ports, List<AddressRange> allowed) {
    this.plainHttp = plainHttp;
    this.ports = Set.copyOf(ports);
    this.allowed = List.copyOf(allowed);
  }

  private static List<AddressRange> ranges(String... texts) {
    return Arrays.stream(texts).map(AddressRange::parse).toList();
  }

  /** HTTPS to public addresses, on port 443 or from 1024 on. */
  public static EgressPolicy standard() {
    return new EgressPolicy(false, Set.of(), List.of());
  }

  /** Lets requests go without encryption too, and to port 80. For networks of your own. */
  public EgressPolicy allowingPlainHttp() {
    return new EgressPolicy(true, ports, allowed);
  }

  /** These ports and no others. */
  public EgressPolicy ports(Integer... only) {
    return new EgressPolicy(plainHttp, Set.of(only), allowed);
  }

  /** These addresses too, though they are not public: {@code 10.1.0.0/16}, {@code ::1/128}. */
  public EgressPolicy allowing(String... addressRanges) {
    List<AddressRange> more =
        Stream.concat(allowed.stream(), ranges(addressRanges).stream()).toList();
    return new EgressPolicy(plainHttp, ports, more);
  }

  /**
   * Refuses an address that is not one, or that requests may not go to, as far as it can be told
   * without looking up its host.
   *
   * @throws IllegalArgumentException that says what to give instead
   */
  public void check(URI url) {
    boolean secure = "https".equalsIgnoreCase(url.getScheme());
    boolean plain = "http".equalsIgnoreCase(url.getScheme());
    if (!secure && !(plain && plainHttp)) {
      throw refused("its scheme is %s; give https".formatted(url.getScheme()));
    }
    if (url.getHost() == null) {
      throw refused("it has no host, or one that is not written in ASCII; give one");
    }
    if (url.getRawUserInfo() != null) {
      throw refused("it has a user in it; leave that out");
    }
    if (url.getRawFragment() != null) {
      throw refused("it has a fragment, which is never sent; leave that out");
    }
    if (url.toASCIIString().length() > MAX_URL_CHARACTERS) {
      throw refused("it has more than %d characters".formatted(MAX_URL_CHARACTERS));
    }
    if (!isPortAllowed(portOf(url))) {
      throw refused("requests may not go to port %d".formatted(portOf(url)));
    }
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("this is no address for webhooks: " + why);
  }

  static boolean isSecure(URI url) {
    return "https".equalsIgnoreCase(url.getScheme());
  }

  static int portOf(URI url) {
    return url.getPort() >= 0 ? url.getPort() : isSecure(url) ? HTTPS_PORT : HTTP_PORT;
  }

  private boolean isPortAllowed(int port) {
    if (!ports.isEmpty()) {
      return ports.contains(port);
    }
    boolean usual = port == HTTPS_PORT || port >= FIRST_FREE_PORT;
    return usual || (plainHttp && port == HTTP_PORT);
  }

  /** Whether requests may go to an address. */
  public boolean allows(InetAddress address) {
    return isPublic(address) || allowed.stream().anyMatch(range -> range.contains(address));
  }

  private static boolean isPublic(InetAddress address) {
    if (address instanceof Inet4Address) {
      return NOT_PUBLIC_V4.stream().noneMatch(range -> range.contains(address));
    }
    return PUBLIC_V6.contains(address)
        && NOT_PUBLIC_V6.stream().noneMatch(range -> range.contains(address));
  }
}

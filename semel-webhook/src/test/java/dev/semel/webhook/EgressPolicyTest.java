package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressPolicyTest {
  private final EgressPolicy standard = EgressPolicy.standard();

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getAllByName(literal)[0];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:808:808::1",
        "3fff::1",
        "fc00::1",
        "fd12:3456:789a::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "5f00::1",
        "4000::1"
      })
  void whatIsNotPublicIsRefused(String address) throws UnknownHostException {
    assertThat(standard.allows(address(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "223.255.255.255",
        "2001:4860:4860::8888",
        "2606:4700:4700::1111",
        "2a00:1450:4001::1"
      })
  void whatIsPublicIsAllowed(String address) throws UnknownHostException {
    assertThat(standard.allows(address(address))).isTrue();
  }

  /** As a resolver of one's own may return it; the JDK's makes an IPv4 address of it. */
  @Test
  void anIpv4AddressInsideAnIpv6OneIsRefused() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = (byte) 0xff;
    mapped[11] = (byte) 0xff;
    mapped[12] = 127;
    mapped[15] = 1;

    assertThat(standard.allows(Inet6Address.getByAddress("host", mapped, -1))).isFalse();
  }

  /** Ways to write 127.0.0.1 that are looked up like any name, and refused like any address. */
  @ParameterizedTest
  @ValueSource(strings = {"2130706433", "127.1", "127.0.1"})
  void otherSpellingsOfAnAddressAreTheSameAddress(String host) throws UnknownHostException {
    assertThat(HostResolver.system().resolve(host)).noneMatch(standard::allows);
  }

  @Test
  void aRangeCanBeAllowed() throws UnknownHostException {
    EgressPolicy own = standard.allowing("10.1.0.0/16", "fd00:1::/32");

    assertThat(own.allows(address("10.1.255.255"))).isTrue();
    assertThat(own.allows(address("10.2.0.0"))).isFalse();
    assertThat(own.allows(address("fd00:1::9"))).isTrue();
    assertThat(own.allows(address("fd00:2::9"))).isFalse();
    assertThat(own.allows(address("127.0.0.1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/x", "localhost/8", "/8", "::/129"})
  void aRangeThatIsNoneIsRefusedAtOnce(String range) {
    assertThatThrownBy(() -> standard.allowing(range))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give one such as");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://example.org/           | its scheme is http",
        "ftp://example.org/            | its scheme is ftp",
        "//example.org/                | its scheme is null",
        "https:///path                 | has no host",
        "https:opaque                  | has no host",
        "https://user@example.org/     | a user in it",
        "https://a:b@example.org/      | a user in it",
        "https://example.org/#part     | a fragment",
        "https://example.org:22/       | not go to port 22",
        "https://example.org:80/       | not go to port 80",
        "https://example.org:25/       | not go to port 25",
        "https://example.org:0/        | not go to port 0"
      })
  void anAddressThatRequestsMayNotGoToIsRefusedAtOnce(String url, String why) {
    assertThatThrownBy(() -> standard.check(URI.create(url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "HTTPS://example.org/a?b=c",
        "https://example.org:443/",
        "https://example.org:8443/",
        "https://[2606:4700:4700::1111]/"
      })
  void theUsualAddressIsFine(String url) {
    assertThatCode(() -> standard.check(URI.create(url))).doesNotThrowAnyException();
  }

  @Test
  void portsAndPlainHttpAreAChoice() {
    URI plain = URI.create("http://example.org/");

    assertThatCode(() -> standard.allowingPlainHttp().check(plain)).doesNotThrowAnyException();
    assertThatThrownBy(() -> standard.allowingPlainHttp().ports(443).check(plain))
        .hasMessageContaining("port 80");
    assertThatThrownBy(() -> standard.ports(443).check(URI.create("https://example.org:8443/")))
        .hasMessageContaining("port 8443");
  }
}

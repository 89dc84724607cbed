package dev.semel.testing.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  /** Below, outgoing connections get no port on any common system. */
  private static final int FIRST_OUTGOING = 32_768;

  @Test
  void noPortComesTwiceInARow() {
    List<Integer> ports = Stream.generate(FreePorts::pick).limit(50).toList();

    assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port < FIRST_OUTGOING);
  }

  @Test
  void whatOneOwnerPicksNoOtherPicks() throws IOException {
    List<PortBlock> blocks = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    try {
      for (int i = 0; i < 30; i++) {
        PortBlock block = PortBlock.claim();
        blocks.add(block);
        for (int k = 0; k < 20; k++) {
          assertThat(seen.add(block.next())).isTrue();
        }
      }
    } finally {
      for (PortBlock block : blocks) {
        block.close();
      }
    }
  }

  @Test
  void aPortAtWhichSomebodyListensIsLeftOut() throws IOException {
    try (PortBlock block = PortBlock.claim()) {
      int first = block.next();
      try (ServerSocket taken = new ServerSocket(first + 1, 1, InetAddress.getLoopbackAddress())) {
        assertThat(block.next()).isNotEqualTo(taken.getLocalPort());
      }
    }
  }

  @Test
  void aBlockOfWhichAllPortsAreTakenSaysSo() throws IOException {
    List<ServerSocket> servers = new ArrayList<>();
    try (PortBlock block = PortBlock.claim()) {
      for (int i = 1; i < PortBlock.SIZE; i++) {
        servers.add(new ServerSocket(block.next(), 1, InetAddress.getLoopbackAddress()));
      }

      assertThatThrownBy(block::next)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("close servers that are not needed");
    } finally {
      for (ServerSocket server : servers) {
        server.close();
      }
    }
  }
}

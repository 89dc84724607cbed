package dev.semel.http.internal;

import dev.semel.http.server.TestServer.Container;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import org.junit.jupiter.api.Nested;

class BufferedRequestIT {
  @Nested
  class OnJetty extends BufferedRequestContract {
    OnJetty() throws IOException, InterruptedException {
      super(Container.JETTY, Version.HTTP_1_1);
    }
  }

  @Nested
  class OnTomcat extends BufferedRequestContract {
    OnTomcat() throws IOException, InterruptedException {
      super(Container.TOMCAT, Version.HTTP_1_1);
    }
  }

  @Nested
  class OnJettyByHttp2 extends BufferedRequestContract {
    OnJettyByHttp2() throws IOException, InterruptedException {
      super(Container.JETTY, Version.HTTP_2);
    }
  }

  @Nested
  class OnTomcatByHttp2 extends BufferedRequestContract {
    OnTomcatByHttp2() throws IOException, InterruptedException {
      super(Container.TOMCAT, Version.HTTP_2);
    }
  }
}

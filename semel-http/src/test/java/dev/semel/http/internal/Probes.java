package dev.semel.http.internal;

import dev.semel.http.server.ProbeServlet.Probe;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What handlers ask of requests. */
enum Probes implements Probe {
  STREAM {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      return latin(request.getInputStream());
    }
  },
  READER {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      return request.getReader().lines().collect(Collectors.joining("|"));
    }
  },
  READER_WITH_ENCODING_SET {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      request.setCharacterEncoding("UTF-16BE");
      return request.getCharacterEncoding() + " " + READER.answer(request);
    }
  },
  PARAMETERS {
    @Override
    public String ask(HttpServletRequest request) {
      Map<String, String> values = new TreeMap<>();
      request.getParameterMap().forEach((name, all) -> values.put(name, Arrays.toString(all)));
      return values.toString();
    }
  },
  PARAMETERS_WITH_ENCODING_SET {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      request.setCharacterEncoding("ISO-8859-1");
      return PARAMETERS.answer(request);
    }
  },
  PARAMETERS_ONE_BY_ONE {
    @Override
    public String ask(HttpServletRequest request) {
      StringBuilder answer = new StringBuilder();
      for (String name : new TreeSet<>(Collections.list(request.getParameterNames()))) {
        String all = Arrays.toString(request.getParameterValues(name));
        answer.append(name).append('=').append(request.getParameter(name)).append(all);
      }
      return answer
          + " "
          + request.getParameter("no such")
          + Arrays.toString(request.getParameterValues("no such"));
    }
  },
  /** Containers give an empty stream here; there is no harm in giving the body. */
  PARAMETERS_THEN_STREAM {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      return PARAMETERS.answer(request) + " " + latin(request.getInputStream());
    }
  },
  STREAM_THEN_READER {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      request.getInputStream();
      return refusal(request::getReader);
    }
  },
  READER_THEN_STREAM {
    @Override
    public String ask(HttpServletRequest request) throws IOException {
      request.getReader();
      return refusal(request::getInputStream);
    }
  };

  String answer(HttpServletRequest request) throws IOException {
    try {
      return ask(request);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Something that is expected to be refused. */
  private interface Refused {
    Object call() throws IOException;
  }

  private static String refusal(Refused refused) throws IOException {
    try {
      return "not refused: " + refused.call();
    } catch (IllegalStateException e) {
      return "refused";
    }
  }

  static String latin(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }
}

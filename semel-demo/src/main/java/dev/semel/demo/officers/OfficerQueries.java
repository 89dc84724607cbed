package dev.semel.demo.officers;

import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestAttribute;

/** Officers to look at. */
@Reading
class OfficerQueries {
  private final Officers officers;

  OfficerQueries(Officers officers) {
    this.officers = officers;
  }

  record OfficerList(List<Officer> officers) {}

  @GetMapping("/api/officers")
  OfficerList list(@RequestAttribute User user) {
    return new OfficerList(officers.list(user));
  }
}

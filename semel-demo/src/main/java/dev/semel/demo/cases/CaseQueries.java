package dev.semel.demo.cases;

import dev.semel.demo.cases.CaseFiles.CaseList;
import dev.semel.demo.input.Input;
import dev.semel.demo.problems.Reading;
import dev.semel.demo.tokens.User;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;

/** Cases to look at. */
@Reading
class CaseQueries {
  private static final int MAX_LIMIT = 200;

  private final CaseFiles files;

  CaseQueries(CaseFiles files) {
    this.files = files;
  }

  @GetMapping("/api/cases")
  CaseList list(
      @RequestParam(required = false) @Nullable CaseState state,
      @RequestParam(defaultValue = "50") int limit,
      @RequestAttribute User user) {
    return files.list(user, state, Input.between("limit", limit, 1, MAX_LIMIT));
  }

  @GetMapping("/api/cases/{caseId}")
  CaseFile file(@PathVariable UUID caseId, @RequestAttribute User user) {
    return files.file(user, caseId);
  }
}

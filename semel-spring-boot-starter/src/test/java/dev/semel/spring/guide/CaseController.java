package dev.semel.spring.guide;

import dev.semel.spring.Idempotent;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

// snippet: spring-controller
@RestController
class CaseController {
  record OpenCase(String complaint) {}

  record CaseOpened(long caseId, String complaint) {}

  private final CaseDesk desk;

  CaseController(CaseDesk desk) {
    this.desk = desk;
  }

  @PostMapping("/cases")
  @Idempotent
  ResponseEntity<CaseOpened> open(@RequestBody OpenCase request) {
    CaseOpened opened = desk.open(request);
    return ResponseEntity.created(URI.create("/cases/" + opened.caseId())).body(opened);
  }

  @PostMapping("/cases/{id}/close")
  @Idempotent(operation = "close-case", retention = "30d", waitUpTo = "2s")
  void close(@PathVariable long id) {
    desk.close(id);
  }
}
// end snippet

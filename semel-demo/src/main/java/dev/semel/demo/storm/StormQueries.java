package dev.semel.demo.storm;

import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Storms to look at. Answers while the database is down. */
@RestController
class StormQueries {
  private final Storms storms;

  StormQueries(Storms storms) {
    this.storms = storms;
  }

  @GetMapping("/api/storm/limits")
  StormLimits limits() {
    return storms.limits();
  }

  /** The latest one; no content if there was none yet. */
  @GetMapping("/api/storm")
  ResponseEntity<StormView> latest() {
    StormRun latest = storms.latest();
    return latest == null ? ResponseEntity.noContent().build() : ResponseEntity.ok(latest.view());
  }

  @GetMapping("/api/storm/{stormId}")
  StormView storm(@PathVariable UUID stormId) {
    return storms.find(stormId).view();
  }
}

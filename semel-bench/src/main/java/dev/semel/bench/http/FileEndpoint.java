package dev.semel.bench.http;

import dev.semel.spring.Idempotent;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Takes files of any size, protected. */
@RestController
@Idempotent
public class FileEndpoint {
  private final Files files;

  FileEndpoint(Files files) {
    this.files = files;
  }

  @Transactional
  @PostMapping("/api/files")
  public ResponseEntity<Files.Received> receive(@RequestBody byte[] content) {
    return ResponseEntity.status(HttpStatus.CREATED).body(files.add(content));
  }
}

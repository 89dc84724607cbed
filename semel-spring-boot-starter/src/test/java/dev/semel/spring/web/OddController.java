package dev.semel.spring.web;

import dev.semel.http.OnFailure;
import dev.semel.spring.Idempotent;
import dev.semel.spring.Idempotent.Leased;
import dev.semel.spring.Idempotent.LostOutcome;
import dev.semel.spring.web.NoteController.Note;
import dev.semel.spring.web.NoteController.Notebook;
import dev.semel.spring.web.NoteController.Taken;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/** Handlers in less usual forms, protected all together. */
@Controller
@RequestMapping("/odd")
@Idempotent
class OddController {
  /** Something that happens in the middle of a handler. */
  interface Pause {
    void happen() throws InterruptedException;
  }

  volatile Pause pause = () -> {};
  private final Notebook notebook;

  OddController(Notebook notebook) {
    this.notebook = notebook;
  }

  @PostMapping("/post")
  @ResponseBody
  Taken post(@RequestBody Note note) throws InterruptedException {
    pause.happen();
    return notebook.write(note);
  }

  @PatchMapping("/patch")
  @ResponseBody
  Taken patch(@RequestBody Note note) {
    return notebook.write(note);
  }

  @PutMapping("/put")
  @ResponseBody
  Taken put(@RequestBody Note note) {
    return notebook.write(note);
  }

  @RequestMapping("/any")
  @ResponseBody
  Taken any(@RequestBody Note note) {
    return notebook.write(note);
  }

  @PostMapping("/forward")
  @Idempotent(required = false)
  String forward() {
    return "forward:/odd/post";
  }

  @PostMapping("/object")
  @ResponseBody
  Object asynchronousBehindObject(@RequestBody Note note) {
    Callable<Taken> later = () -> notebook.write(note);
    return later;
  }

  @PostMapping("/servlet-async")
  void servletAsync(HttpServletRequest request) {
    request.startAsync();
  }

  @PostMapping("/leased")
  @ResponseBody
  @Idempotent(
      leased =
          @Leased(length = "30s", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.UNKNOWN))
  CompletableFuture<Taken> leased(@RequestBody Note note) {
    return CompletableFuture.supplyAsync(() -> notebook.write(note));
  }

  /** Writes what others may be writing, and pauses before it is done. */
  @PostMapping("/post-once")
  @ResponseBody
  Taken postOnce(@RequestBody Note note) throws InterruptedException {
    Taken taken = notebook.writeOnce(note, 0);
    pause.happen();
    return taken;
  }

  @PostMapping("/leased-once")
  @ResponseBody
  @Idempotent(
      leased =
          @Leased(length = "30s", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.STORE))
  Taken leasedOnce(@RequestBody Note note) {
    return notebook.writeOnce(note, 0);
  }

  @PostMapping("/leased-at-once")
  @ResponseBody
  @Idempotent(
      leased =
          @Leased(length = "30s", lostOutcome = LostOutcome.BLOCK, onFailure = OnFailure.UNKNOWN))
  Taken leasedAtOnce(@RequestBody Note note) throws InterruptedException {
    pause.happen();
    return notebook.write(note);
  }
}

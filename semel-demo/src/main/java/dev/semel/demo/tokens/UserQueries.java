package dev.semel.demo.tokens;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the tokens to whoever asks: they are there to be used. */
@RestController
class UserQueries {
  private final Tokens tokens;

  UserQueries(Tokens tokens) {
    this.tokens = tokens;
  }

  record Users(List<TokenHolder> users) {}

  @GetMapping("/api/users")
  Users users() {
    return new Users(tokens.holders());
  }
}

package dev.semel.compatibility.guide;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Somebody tried something. */
@Entity
@Table(name = "attempt")
class Attempt {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private String username = "";
  private String action = "";

  protected Attempt() {}

  Attempt(String username, String action) {
    this.username = username;
    this.action = action;
  }

  @Nullable Long getId() {
    return id;
  }

  String getUsername() {
    return username;
  }

  String getAction() {
    return action;
  }
}

package dev.semel.compatibility;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A line of text. */
@Entity
@Table(name = "note")
class JpaNote {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private String text = "";

  protected JpaNote() {}

  JpaNote(String text) {
    this.text = text;
  }

  @Nullable Long getId() {
    return id;
  }

  String getText() {
    return text;
  }
}

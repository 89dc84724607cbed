package dev.semel.compatibility;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** Who owns accounts. */
@Entity
@Table(name = "owner")
public class JpaOwner {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private String name = "";

  public @Nullable Long getId() {
    return id;
  }

  public String getName() {
    return name;
  }
}

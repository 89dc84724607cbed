package dev.semel.compatibility.guide;

import org.springframework.data.jpa.repository.JpaRepository;

/** What was tried. */
interface Attempts extends JpaRepository<Attempt, Long> {}

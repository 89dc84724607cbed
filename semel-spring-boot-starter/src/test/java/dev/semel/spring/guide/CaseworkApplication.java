package dev.semel.spring.guide;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A small service that handles complaints. */
@SpringBootApplication
class CaseworkApplication {}

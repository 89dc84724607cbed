package dev.semel.demo;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service. Semel comes with its starter, and asks for nothing but a data source. */
@SpringBootApplication
public class DemoApplication {}

/** Casework, the reference service: how a service uses Semel. One package per concept. */
@NullMarked
package dev.semel.demo;

import org.jspecify.annotations.NullMarked;

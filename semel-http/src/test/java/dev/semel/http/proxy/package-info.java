/** An application of two processes behind real reverse proxies. */
@org.jspecify.annotations.NullMarked
package dev.semel.http.proxy;

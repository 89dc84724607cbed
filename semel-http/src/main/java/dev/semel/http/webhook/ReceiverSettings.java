package dev.semel.http.webhook;

import dev.semel.Done;
import dev.semel.Operation;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * How the messages of one source are received. Immutable.
 *
 * @param source who sends
 * @param senders who may send, found by the request
 * @param handler what a message does
 * @param operation what a message is to Semel
 * @param tolerance how far the time of a signature may be off
 * @param maxBodyBytes above it a body is not read on
 * @param clock that the time of a signature is compared with
 * @param rejectionStatus answered when the handler rejects a message
 * @param identityViolationStatus answered when an id comes with another payload
 * @param listeners hear of every delivery
 */
record ReceiverSettings(
    String source,
    SenderResolver senders,
    WebhookHandler handler,
    Operation<byte[], Done> operation,
    Duration tolerance,
    int maxBodyBytes,
    Clock clock,
    int rejectionStatus,
    int identityViolationStatus,
    List<WebhookListener> listeners) {}

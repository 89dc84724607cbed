package dev.semel.demo.storm;

/**
 * What became of the events of a storm, counted in the database and in Kafka.
 *
 * @param committed events in the outbox
 * @param published those of them that are in Kafka, however often
 * @param strangers records in Kafka that are none of them
 * @param applied rows that the dashboard wrote, one each time it applied an event
 * @param appliedTwice rows of events that have another one
 * @param outOfOrder rows that do not follow the version before them
 * @param wrongCases cases that are not as the dashboard shows them
 */
record EventsFound(
    long committed,
    long published,
    long strangers,
    long applied,
    long appliedTwice,
    long outOfOrder,
    long wrongCases) {}

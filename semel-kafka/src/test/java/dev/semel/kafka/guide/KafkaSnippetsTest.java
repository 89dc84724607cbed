package dev.semel.kafka.guide;

import dev.semel.testing.guide.GuideContract;

/** The page on Kafka shows what runs here. */
class KafkaSnippetsTest extends GuideContract {}

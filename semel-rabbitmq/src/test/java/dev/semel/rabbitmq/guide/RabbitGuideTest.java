package dev.semel.rabbitmq.guide;

import dev.semel.testing.guide.GuideContract;

/** The page on RabbitMQ shows what runs. */
class RabbitGuideTest extends GuideContract {}

package dev.semel.nats.guide;

import dev.semel.testing.guide.GuideContract;

/** The page on NATS shows what runs. */
class NatsGuideTest extends GuideContract {}

package dev.semel.debezium.guide;

import dev.semel.testing.guide.GuideContract;

class DebeziumSnippetsTest extends GuideContract {}

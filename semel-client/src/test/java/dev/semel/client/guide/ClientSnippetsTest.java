package dev.semel.client.guide;

import dev.semel.testing.guide.GuideContract;

/** The page on the client shows what runs here. */
class ClientSnippetsTest extends GuideContract {}

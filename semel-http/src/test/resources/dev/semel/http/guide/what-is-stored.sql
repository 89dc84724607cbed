-- snippet: stored-of-a-caller
SELECT operation, key, state, answer, code, encode(fingerprint, 'hex') AS fingerprint,
       octet_length(content) AS response_bytes, settled_at, expires_at
FROM semel.intent
WHERE tenant = 'acme' AND principal = 'ada'
ORDER BY settled_at DESC
LIMIT 100;
-- end snippet

-- snippet: erase-responses
UPDATE semel.intent
SET answer = CASE answer WHEN 'FULL' THEN 'TOMBSTONE' ELSE answer END,
    reason = CASE answer WHEN 'FULL' THEN 'erased' ELSE reason END,
    detail = CASE answer WHEN 'REFUSAL' THEN '' ELSE detail END,
    content_type = NULL, content_schema = NULL, content = NULL
WHERE tenant = 'acme' AND principal = 'ada' AND settled_at IS NOT NULL;
-- end snippet

-- snippet: erase-records
DELETE FROM semel.intent
WHERE tenant = 'acme' AND principal = 'ada' AND settled_at IS NOT NULL;
-- end snippet

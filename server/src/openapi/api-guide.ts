import { idempotencyHeader, positionHeader } from '@guildhall/domain/wire/headers.js';
import { cookieName } from '../request/sessions.js';

/** The introduction to the calls, in Markdown. */
export const apiGuide = `
Paths are relative to the server's address, which ends in \`/api\`. Bodies and responses are JSON; send
\`Content-Type: application/json\`.

## Log in

Calls without a key or a session are treated as a guest's and can read what is public. An Admin can create a **key** for
a program: send it as \`Authorization: Bearer …\`. Each call below names the scope that the key needs; calls without a
scope refuse keys. Calls with a key need neither \`Origin\` nor a cookie.

Without a key, a program needs an account of its own, and may do what this account's role allows:

1. Call \`POST /login\`. The response sets the cookie \`${cookieName}\`.
2. Send this cookie with every call.
3. With every call that is not a \`GET\`, also send an \`Origin\` header with the site's address, such as
   \`https://forum.example.org\`, without a path. Browsers do this automatically.

After a 401, the session has ended: log in again.

## Read

- A response contains at most 1,000 rows of a list, and about 1 MB. Its \`Link\` header contains the URL of the next
  page (\`rel="next"\`), which may be relative to the site; the last page has no such header.
- \`${positionHeader}\` in a response is the position up to which it is current. To make sure that a read includes your
  last change, send that change's position as \`after\`.
- People read a thread at \`/forums/thread/<id>\` on the site, without \`/api\`.
- To follow what happens, use [live updates](docs#live-updates) instead of polling.

## Write

- Send \`${idempotencyHeader}\` with a value of your choice, and a new value for each change. If you get no response,
  retry the call with the same key: it has no further effect, and you get the first response.
- Text that members write (\`content\`) is Markdown; \`content_html\` is safe HTML.

## Refusals

A refused call has the status 4xx or 503 and a body with \`error\` (a sentence for people), \`code\` (for programs) and, if a field
caused it, \`field\`.

- 401: log in. 403: you may not do this, or \`Origin\` is missing.
- 404: it does not exist, or you may not see it.
- 409: it conflicts with the current state. 412: it has changed since you read it.
- 429 and 503: try again after the number of seconds in the \`Retry-After\` header.

## Values

- Most ids are whole numbers from 1 to 9007199254740991 (2^53 - 1). Requests may also send them as digits in a string. An
  optional id may be null, and the strings "null" and "" mean null.
- A flag may also be 1, 0, "1" or "0". An empty query parameter counts as absent.
- Times are ISO 8601 in UTC.
- Lengths are counted in UTF-16 code units, after leading and trailing whitespace is removed.
- A value that fits its schema may still be refused with 400 and the name of its field, because not every rule can be
  written as a schema. Responses match their schemas exactly.
`.trim();

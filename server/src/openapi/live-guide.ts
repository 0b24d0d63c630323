import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { maxTopics } from '@guildhall/domain/wire/topics.js';
import { liveLimits } from '../request/live-limits.js';
import { cookieName } from '../request/sessions.js';
import { rateLimits } from '../request/rate-limits.js';

const { packets, joins } = liveLimits;

/** The rules for clients, in Markdown. Must suffice for writing a client without any other document. */
export const liveGuide = `
A client reads rows with a \`GET\` request to the HTTP API, which is at \`/api\` on the same site and described by
\`/api/openapi.json\`. It then joins a *topic* over Socket.IO at the position of that response, receives what has
changed since, and from then on every change. What it has read, plus all messages, equals what the \`GET\` request
would return now.

### Connection

- Socket.IO protocol 5 (clients of version 3 or 4; for Python, python-socketio 5), path \`/socket.io/\`, namespace \`/\`,
  transport \`websocket\` only: disable polling.
- Each message below is one Socket.IO event. Its \`name\` is the event's name, and its payload is the event's only
  argument.
- **A program with a key** sends a key with the scope \`read\`, either in the handshake's \`Authorization: Bearer …\`
  header or in the authentication payload, \`{"key": "…"}\`. It does not need an \`Origin\`.
- **A guest** sends neither a key nor our cookie, and either no \`Origin\` or the site's own. Some WebSocket libraries
  add a different one by default. Guests may join what they may view, and read it without any special header.
- **A member** logs in with \`POST /api/login\` and sends the session cookie \`${cookieName}\` with the handshake,
  together with an \`Origin\` header that contains the site's own address, such as \`https://forum.example.org\`,
  without a path.
- A cookie without \`Origin\`, or with any other \`Origin\` (including \`null\`), is refused with status 400, and so is
  any connection that exceeds the limits below. If the connection fails with the message \`unavailable\`, try again
  later; any other message gives the reason why the key was refused.
- The server sends pings, which every Socket.IO client answers automatically.
- Handle messages one at a time, in the order in which they arrive. Some clients, such as python-socketio, start a
  thread or a task for each message, which can change the order. With these, the handler should only append the message
  to a queue, and so should the callback that receives the acknowledgement of \`join\`.

### Join

1. Read the rows with one of the calls in the topics table. If a list has several pages, follow \`rel="next"\` in the
   \`Link\` header to the last page; its URL may be relative to the site.
2. Take the **position** from the response header \`${positionHeader}\`. If there are several responses, take the oldest
   position. All positions of a site have the same prefix up to the full stop, and the same width, so the oldest is the
   smallest when compared as text. Never use the position of a write: the rows that you have read may be older.
3. Send \`join\` with a list of topics and positions. The acknowledgement has one argument, a list with one result for each topic,
   in the same order.
4. \`joined\`: messages for this topic follow, all of them after the acknowledgement. The first ones contain what has
   changed since the position, and may be interleaved with new changes. **Apply their rows immediately, but store no
   position until a message with \`end: true\` has arrived**: it marks the end of the missed changes, even if nothing
   was missed. Each join has its own \`end\`, even if the topic was joined before; only a \`resync\` of the topic ends
   its joins without one.
5. **Store the \`position\` of that message, and of each later one that has a position,** once its rows are applied.
   Messages without a position do not advance the topic, but their rows still apply.

A position is valid for every topic, so one read can provide the position for several topics. To show the replies of a
thread with current names, join \`thread:<id>\` and \`site\` with the position of the replies.

\`refused\`: the topic does not exist, you may not view it, its name or position is malformed, or a limit is exceeded.
The topic is not joined, even if it was before. You can continue to show the rows, which are no longer updated. Wait for
30 seconds, read the rows again and join again. If reading is refused as well (403 or 404), drop the rows: they no
longer exist, or you may no longer view them. Read them again only when a user asks for them. If reading fails with 429
or a 5xx status, try again after the number of seconds in the \`Retry-After\` header.

### Topics

| topic | available to | the rows that it keeps up to date | kinds of rows |
|---|---|---|---|
| \`thread:<thread id>\` | anyone who may view it | \`GET /api/forums/threads/{id}\`, \`GET /api/forums/posts/{id}\` (replies; the id is the thread's) | \`thread\`, \`summary\`, \`post\`, \`readers\` |
| \`section:<id>\` | anyone who may view it | \`GET /api/forums/threads?section_id=\` (threads without a subsection) | \`summary\`, \`place\`, \`recount\` |
| \`subsection:<id>\` | anyone who may view it | \`GET /api/forums/threads?section_id=&subsection_id=\` | \`summary\`, \`place\`, \`recount\` |
| \`profile:<user id>\` | everyone | \`GET /api/profile/{username}\` | \`wallpost\`, \`wallreply\`, \`profile\` |
| \`site\` | everyone | \`GET /api/forums/sections\` (its position), \`GET /api/site\`; names in all rows | \`site\`, \`players\`, \`member\` |
| \`online\` | members | \`GET /api/presence\` | \`online\` |
| \`servers\` | everyone | \`GET /api/stats/servers\` | \`servers\` |
| \`member:<user id>\` | that member | their notifications, read marks, preferences, bookmarks and follows | \`notified\`, \`read\`, \`preferences\`, \`bookmarks\`, \`follows\` |
| \`audit\`, \`users\`, \`reports\` | staff who may see the list | \`GET /api/admin/audit\`, \`/users\`, \`/reports\` | \`list\` |

### Rows

- A row is identified by its \`kind\` and \`id\`. \`pos\` is the position of its last change: 20 digits, compared as text. Except for
  \`kind\`, a row has exactly the fields that the \`GET\` returns, including \`pos\`. The replies of a thread are an array in ascending \`order\`.
- **A row replaces a stored one only if its \`pos\` is greater.** The same row may arrive more than once, and an old one
  after a new one. Rows whose \`pos\` consists of zeros, and \`players\` rows, always replace the stored one.
- **A row with \`removed: true\` removes the row of its kind and id**, unless the stored one has a greater \`pos\`: if
  both have the same \`pos\`, the removal wins. Remember the \`pos\` of the removal until the next read, so that an
  older copy does not bring the row back. A newer copy does, because the row has been restored.
- A row with an unknown id is new. Replies are sorted by \`order\`. If a list was not read to the end, ignore older
  ones.
- When a \`post\` is removed, set \`reply_to.deleted\` to true in the replies to it; when a row for this \`post\`
  arrives again, set it to false. No rows are sent for those replies. A change to a \`post\`'s \`reply_count\` arrives
  as a row for that \`post\`.
- \`thread\` and \`summary\` describe the same thread. In a list, only \`summary\` is sent. In a thread's topic, a
  \`summary\` with a greater \`pos\` changes \`reply_count\`, \`last_post_at\`, the fields that begin with \`last_\`,
  \`participants\`, \`locked\`, \`sticky\` and \`solution_id\` of the thread, and nothing else. Store its \`pos\`
  separately from that of the \`thread\`: if a \`thread\` with a smaller \`pos\` arrives afterwards, it changes only the
  other fields.
- A \`summary\` in a list may belong to another place because the thread was moved: compare \`section_id\` and \`subsection_id\`.
- A \`member\` row contains a member's current \`username\`, \`avatar_url\` and \`role\`. Show them in all rows with
  this member's id, including rows that arrive later, until another \`member\` row arrives or you read that row again.
  Without the \`site\` topic, names are as old as their rows.
- \`thread\` with \`removed\`: drop its replies too. With \`deleted\`, the thread was deleted; the topic remains joined, and a
  \`resync\` follows if the thread is restored. Without \`deleted\`, or if the message also has \`end: true\`, the topic is no
  longer joined, without a \`leave\`; drop the rows and proceed as after \`refused\`.

### Resync

A message with \`resync: true\` means that the changes cannot be sent as rows: permissions have changed, too much was
missed, or the connection was too slow. **The topic is then no longer joined**, and its stored position is void. Wait
for a random time of up to 3 seconds, or not at all if \`urgent\` is true, read the rows of this topic again, and join
it again with the new position. Other topics stay joined. For \`site\`, that is \`GET /api/forums/sections\`; if you
show no sections, use only its position. Discard the \`member\` rows. To get current names, read the rows that show them
again, and join their topics with the new position.

### Disconnection

- Connect again after a random delay of half a second to two seconds, and wait longer after each failure, up to 30
  seconds. A connection that is closed before Socket.IO has confirmed it (\`connect\`) counts as a failure. Many clients
  do not reconnect automatically if the server has closed or refused the connection, so connect explicitly.
- The server has forgotten your topics. After connecting, join each one with its stored position or, if the last
  connection ended before \`end\`, with the position that you last joined it with. You receive what you missed, up to
  ${liveLimits.missedChanges} changes to a topic within a day; otherwise a \`resync\`.
- \`ended\` says that the session is over (\`logged-out\`, \`erased\` or \`banned\`). With its cookie, the next
  connection would be a guest's, so log in again first.
- All servers of a site understand the same positions, so it does not matter which one you reach.

### Limits

| what | limit |
|---|---|
| topics per connection, and per \`join\` | ${maxTopics}; further topics in one \`join\` are ignored |
| topics joined within ${joins.seconds} seconds | ${joins.perConnection} per connection, ${rateLimits.join.points} per address; otherwise \`refused\` |
| messages within ${packets.seconds} seconds | ${packets.perConnection} per connection, ${packets.perAddress} per address; otherwise the connection is closed |
| pending \`join\` and \`leave\` messages | ${liveLimits.pendingRequests}; otherwise the connection is closed |
| size of a message to the server, in bytes | ${liveLimits.messageBytes}; otherwise the connection is closed |
| size of a message from the server | about 1 MB |
| open connections per address | ${liveLimits.socketsPerAddress} |
| new connections per address within ${rateLimits.connect.duration} seconds | ${rateLimits.connect.points} |

An unknown or malformed message is ignored.
`.trim();

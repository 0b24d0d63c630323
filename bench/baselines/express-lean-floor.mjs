import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { randomInt } from 'node:crypto';
import express from 'express';

// This server models the cheapest possible reply in an event-sourced forum. It appends one event to a log that is
// synced to disk, with one commit per turn of the event loop, and then makes eight indexed writes to views of 100,000
// posts.
const posts = 100_000;
const threads = 3_000;
const members = 2_000;
const places = 3;
const firstId = 2 ** 52;

const log = openDatabase(process.env.DATABASE, { synchronous: 'FULL' });
log.exec('PRAGMA wal_autocheckpoint = 4000');
log.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER, data TEXT, UNIQUE (stream))');
const views = openDatabase(`${process.env.DATABASE}-views`, { synchronous: 'NORMAL' });
views.exec('PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000');
views.exec(`
  CREATE TABLE posts (id INTEGER PRIMARY KEY, thread INTEGER, author INTEGER, position INTEGER, content TEXT);
  CREATE TABLE threads (id INTEGER PRIMARY KEY, place INTEGER, replies INTEGER, activity INTEGER, last INTEGER);
  CREATE TABLE places (id INTEGER PRIMARY KEY, posts INTEGER);
  CREATE TABLE members (id INTEGER PRIMARY KEY, posts INTEGER);
  CREATE TABLE days (day TEXT PRIMARY KEY, posts INTEGER) WITHOUT ROWID;
  CREATE TABLE watches (thread INTEGER, member INTEGER, position INTEGER, PRIMARY KEY (thread, member)) WITHOUT ROWID;
  CREATE TABLE changes (position INTEGER, topic TEXT, row INTEGER);
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${posts})
    INSERT INTO posts SELECT ${firstId} + i * 48271 % 2147483647 * 32768, i * 7919 % ${threads}, i * 104729 % ${members}, i, hex(zeroblob(300))
    FROM n;
  INSERT INTO threads SELECT thread, thread % ${places}, count(*), max(position), max(id) FROM posts GROUP BY thread;
  INSERT INTO members SELECT author, count(*) FROM posts GROUP BY author;
  INSERT INTO places SELECT place, sum(replies) FROM threads GROUP BY place;
  INSERT INTO watches SELECT thread, author, max(position) FROM posts GROUP BY thread, author;
  CREATE INDEX posts_thread ON posts (thread, position);
  CREATE INDEX posts_author ON posts (author, position);
  CREATE INDEX threads_place ON threads (place, activity);
  CREATE INDEX changes_topic ON changes (topic, position)`);

const append = log.prepare('INSERT INTO events (stream, data) VALUES (?, ?)');
const writes = {
  post: views.prepare('INSERT INTO posts VALUES (?, ?, ?, ?, ?)'),
  thread: views.prepare('UPDATE threads SET replies = replies + 1, activity = ?, last = ? WHERE id = ?'),
  place: views.prepare('UPDATE places SET posts = posts + 1 WHERE id = ?'),
  member: views.prepare('UPDATE members SET posts = posts + 1 WHERE id = ?'),
  day: views.prepare('INSERT INTO days VALUES (?, 1) ON CONFLICT DO UPDATE SET posts = posts + 1'),
  watch: views.prepare('INSERT INTO watches VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET position = excluded.position'),
  change: views.prepare('INSERT INTO changes VALUES (?, ?, ?)'),
};

let pending = [];

function commitPending() {
  const group = pending;
  pending = [];
  log.exec('BEGIN');
  for (const reply of group) {
    reply.position = posts + Number(append.run(reply.id, JSON.stringify(reply.event)).lastInsertRowid);
  }
  log.exec('COMMIT');
  views.exec('BEGIN');
  for (const reply of group) project(reply);
  views.exec('COMMIT');
  for (const { res, id } of group) res.status(201).json({ success: true, id });
}

function project({ id, position, event: { thread, author, content, at } }) {
  writes.post.run(id, thread, author, position, content);
  writes.thread.run(position, id, thread);
  writes.place.run(thread % places);
  writes.member.run(author);
  writes.day.run(at.slice(0, 10));
  writes.watch.run(thread, author, position);
  writes.change.run(position, `thread:${thread}`, id);
  writes.change.run(position, `place:${thread % places}`, thread);
}

const app = express();
app.use(express.json());
app.get('/', (_req, res) => res.send('ready'));
app.post('/reply', (req, res) => {
  const thread = req.body.thread_id % threads;
  const event = { thread, author: randomInt(members), content: req.body.content, at: new Date().toISOString() };
  pending.push({ res, event, id: firstId + randomInt(2 ** 46) });
  if (pending.length === 1) setImmediate(commitPending);
});
app.listen(Number(process.env.PORT), '127.0.0.1');

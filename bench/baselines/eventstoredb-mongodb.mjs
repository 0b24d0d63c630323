import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import express from 'express';
import { MongoClient } from 'mongodb';

// The least that a reply takes on these stores: one read of a stream, one append, and six round trips to MongoDB in a row,
// journaled on a majority as Guildhall's are.
const events = EventStoreDBClient.connectionString(process.env.EVENTSTORE_URL);
// With credentials the client appends call by call, as Guildhall does; see docs/decisions.
const credentials = { username: 'insecure', password: 'unsent' };
const mongo = new MongoClient(process.env.MONGODB_URL, { writeConcern: { w: 'majority', journal: true } });
const db = mongo.db(process.env.MONGODB_DATABASE);
const [threads, posts, changes, records] = ['threads', 'posts', 'changes', 'records'].map((it) => db.collection(it));
await records.replaceOne({ _id: 'redo' }, { page: 0 }, { upsert: true });
await records.replaceOne({ _id: 'state' }, { page: 0 }, { upsert: true });

const known = new Map();
/** The first reply in a thread makes it, so that the others find it. */
function made(threadId) {
  if (!known.has(threadId)) {
    const created = jsonEvent({ type: 'ThreadCreated.v1', data: { threadId } });
    const options = { expectedRevision: NO_STREAM, credentials };
    const written = events.appendToStream(`bare.thread-${threadId}`, [created], options);
    known.set(
      threadId,
      written.then(() => threads.insertOne({ _id: threadId, replies: 0 })),
    );
  }
  return known.get(threadId);
}

const app = express();
app.use(express.json());
app.get('/', (_req, res) => res.send('ready'));
app.post('/reply', async (req, res) => {
  const { thread_id: threadId, content } = req.body;
  await made(threadId);
  for await (const _ of events.readStream(`bare.thread-${threadId}`));
  const id = randomUUID();
  const posted = jsonEvent({ type: 'ReplyPosted.v1', data: { id, threadId, content } });
  await events.appendToStream(`bare.post-${id}`, [posted], { expectedRevision: NO_STREAM, credentials });
  await threads.findOne({ _id: threadId });
  await records.replaceOne({ _id: 'redo' }, { page: id, writes: [{ id, threadId, content }] });
  await posts.insertOne({ _id: id, threadId, content });
  await threads.updateOne({ _id: threadId }, { $inc: { replies: 1 } });
  await changes.insertOne({ _id: id, threadId });
  await records.updateOne({ _id: 'state' }, { $set: { page: id } });
  res.status(201).json({ success: true, id });
});
app.listen(Number(process.env.PORT), '127.0.0.1');

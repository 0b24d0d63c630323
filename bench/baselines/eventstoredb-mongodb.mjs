import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import express from 'express';
import { MongoClient } from 'mongodb';

// The least that a reply takes on these stores: one read of a stream, one append, and six round trips to MongoDB in a row,
// journaled on a majority as Guildhall's are, in collections with the documents and indexes of Guildhall's views.
const events = EventStoreDBClient.connectionString(process.env.EVENTSTORE_URL);
// With credentials the client appends call by call, as Guildhall does; see docs/decisions.
const credentials = { username: 'insecure', password: 'unsent' };
const mongo = new MongoClient(process.env.MONGODB_URL, { writeConcern: { w: 'majority', journal: true } });
const db = mongo.db(process.env.MONGODB_DATABASE);
const views = mongo.db(process.env.VIEWS_DATABASE);
for (const name of ['threads', 'posts', 'changes']) {
  const documents = await views.collection(name).find().toArray();
  if (documents.length > 0) await db.collection(name).insertMany(documents);
  for (const { key } of await views.collection(name).indexes()) await db.collection(name).createIndex(key, {}, {});
}
const [threads, posts, changes, records] = ['threads', 'posts', 'changes', 'records'].map((it) => db.collection(it));
await records.replaceOne({ _id: 'redo' }, { page: 0 }, { upsert: true });
await records.replaceOne({ _id: 'state' }, { page: 0 }, { upsert: true });

const known = new Map();
/** The first reply in a thread makes its stream, so that the others find it. */
function made(threadId) {
  if (!known.has(threadId)) {
    const created = jsonEvent({ type: 'ThreadCreated.v1', data: { threadId } });
    const options = { expectedRevision: NO_STREAM, credentials };
    known.set(threadId, events.appendToStream(`bare.thread-${threadId}`, [created], options));
  }
  return known.get(threadId);
}

let position = 90_000_000_000_000_000_000n; // later than all that were copied
const ignoreDuplicate = (error) => {
  if (error.code !== 11_000) throw error;
};

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
  const thread = await threads.findOne({ _id: threadId });
  const pos = String(++position);
  await records.replaceOne({ _id: 'redo' }, { page: id, writes: [{ id, threadId, content }] });
  await posts.insertOne({ _id: id, threadId, content, pos });
  const counted = { ...thread, replyCount: thread.replyCount + 1, pos };
  // A later one may have been quicker: then the id is in use.
  await threads.replaceOne({ _id: threadId, pos: { $lt: pos } }, counted, { upsert: true }).catch(ignoreDuplicate);
  await changes.insertMany([0, 1, 2].map((n) => ({ _id: `${pos}:${n}`, threadId, pos })));
  await records.updateOne({ _id: 'state' }, { $set: { page: id } });
  res.status(201).json({ success: true, id });
});
app.listen(Number(process.env.PORT), '127.0.0.1');

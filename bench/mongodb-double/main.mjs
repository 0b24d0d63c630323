import { createServer } from 'node:net';
import { BSON, ObjectId } from 'mongodb';
import { Collection, DuplicateKey, fromFilter, updated } from './collection.mjs';

/**
 * A double of MongoDB for measurements: the commands that Guildhall sends, on documents in memory that are found by
 * their indexes, as MongoDB would find them. Nothing is stored. Prints its address.
 */
const databases = new Map();
const collectionOf = ({ $db }, name) => {
  if (!databases.has($db)) databases.set($db, new Map());
  const collections = databases.get($db);
  if (!collections.has(name)) collections.set(name, new Collection());
  return collections.get(name);
};

const greeting = () => ({
  ...{ helloOk: true, ismaster: true, isWritablePrimary: true, readOnly: false, localTime: new Date() },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{ logicalSessionTimeoutMinutes: 30, connectionId: 1, minWireVersion: 0, maxWireVersion: 21 },
});
const cursor = (body, name, firstBatch) => ({ cursor: { id: 0n, ns: `${body.$db}.${name}`, firstBatch } });

const commands = {
  hello: greeting,
  ismaster: greeting,
  isMaster: greeting,
  ping: () => ({}),
  endSessions: () => ({}),
  listDatabases: () => ({ databases: [...databases.keys()].map((name) => ({ name })), totalSize: 0 }),
  dropDatabase: ({ $db }) => (databases.delete($db), {}),
  drop: ({ $db, drop }) => (databases.get($db)?.delete(drop), {}),
  createIndexes: (body) => {
    for (const index of body.indexes) collectionOf(body, body.createIndexes).addIndex(index);
    return {};
  },
  listIndexes: (body) => cursor(body, body.listIndexes, collectionOf(body, body.listIndexes).indexes),
  find: (body) => {
    const found = collectionOf(body, body.find).find(body.filter, body.sort, Math.abs(body.limit ?? 0));
    return cursor(body, body.find, found.map(projection(body.projection)));
  },
  aggregate: (body) => {
    // Only as the driver counts documents.
    const filter = body.pipeline.find((stage) => '$match' in stage)?.$match;
    const n = collectionOf(body, body.aggregate).find(filter).length;
    return cursor(body, body.aggregate, n > 0 ? [{ _id: 1, n }] : []);
  },
  insert: (body) => {
    const collection = collectionOf(body, body.insert);
    return written(body.documents, (document) => {
      collection.insert({ _id: document._id ?? new ObjectId(), ...document });
      return { n: 1 };
    });
  },
  update: (body) => {
    const collection = collectionOf(body, body.update);
    return written(body.updates, ({ q, u, upsert, multi }, index) => {
      const found = collection.find(q, {}, multi ? 0 : 1);
      for (const document of found) collection.replace(document, updated(document, u));
      if (found.length > 0 || !upsert) return { n: found.length, nModified: found.length };
      const document = updated({ _id: new ObjectId(), ...fromFilter(q) }, u);
      collection.insert(document);
      return { n: 1, nModified: 0, upserted: { index, _id: document._id } };
    });
  },
  delete: (body) => {
    const collection = collectionOf(body, body.delete);
    return written(body.deletes, ({ q, limit }) => {
      const found = collection.find(q, {}, limit);
      for (const document of found) collection.remove(document);
      return { n: found.length };
    });
  },
  findAndModify: (body) => {
    const collection = collectionOf(body, body.findAndModify);
    const [found] = collection.find(body.query, body.sort, 1);
    if (!found && !body.upsert) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
    const after = updated(found ?? { _id: new ObjectId(), ...fromFilter(body.query) }, body.update);
    if (found) collection.replace(found, after);
    else collection.insert(after);
    return { value: body.new ? after : (found ?? null), lastErrorObject: { n: 1, updatedExisting: Boolean(found) } };
  },
};

/** Field by field, as the driver and Guildhall ask. */
function projection(fields = {}) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return (document) => document;
  if (entries.every(([, shown]) => shown === 0))
    return (document) => Object.fromEntries(Object.entries(document).filter(([field]) => fields[field] !== 0));
  const shown = ['_id', ...entries.flatMap(([field, is]) => (is ? field : []))];
  return (document) => Object.fromEntries(shown.flatMap((one) => (one in document ? [[one, document[one]]] : [])));
}

/** Each item by itself, as in an unordered command. */
function written(items, write) {
  const result = { n: 0, nModified: 0, upserted: [], writeErrors: [] };
  items.forEach((item, index) => {
    try {
      const { n, nModified = 0, upserted } = write(item, index);
      result.n += n;
      result.nModified += nModified;
      if (upserted) result.upserted.push(upserted);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      result.writeErrors.push({ index, code: 11_000, errmsg: error.message, keyPattern: {}, keyValue: {} });
    }
  });
  if (result.upserted.length === 0) delete result.upserted;
  if (result.writeErrors.length === 0) delete result.writeErrors;
  return result;
}

function responseTo(body) {
  const [name] = Object.keys(body);
  try {
    if (!(name in commands))
      return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: ${name}` };
    return { ...commands[name](body), ok: 1 };
  } catch (error) {
    const isDuplicate = error instanceof DuplicateKey;
    return {
      ok: 0,
      code: isDuplicate ? 11_000 : 8,
      errmsg: String(error.message),
      ...(isDuplicate && { keyPattern: {} }),
    };
  }
}

const headerBytes = 16;
const [opReply, opQuery, opMessage] = [1, 2004, 2013];

/** The sections of a message as one document. */
function bodyOf(message) {
  if (message.readInt32LE(12) === opQuery) {
    const nameEnd = message.indexOf(0, headerBytes + 4);
    return BSON.deserialize(message.subarray(nameEnd + 9));
  }
  const body = {};
  for (let at = headerBytes + 4; at < message.length;) {
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (message.readUInt8(at) === 0) Object.assign(body, BSON.deserialize(section));
    else {
      const nameEnd = section.indexOf(0, 4);
      const documents = [];
      for (let from = nameEnd + 1; from < size; from += section.readInt32LE(from))
        documents.push(BSON.deserialize(section.subarray(from, from + section.readInt32LE(from))));
      body[section.toString('utf8', 4, nameEnd)] = documents;
    }
    at += 1 + size;
  }
  return body;
}

function response(message) {
  const document = BSON.serialize(responseTo(bodyOf(message)), { ignoreUndefined: true });
  const isQuery = message.readInt32LE(12) === opQuery;
  const head = Buffer.alloc(headerBytes + (isQuery ? 20 : 5));
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(message.readInt32LE(4), 8);
  head.writeInt32LE(isQuery ? opReply : opMessage, 12);
  if (isQuery) head.writeInt32LE(1, headerBytes + 16);
  return Buffer.concat([head, document]);
}

const server = createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true).on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      socket.write(response(rest.subarray(0, length)));
      rest = rest.subarray(length);
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(`mongodb://127.0.0.1:${server.address().port}/`));

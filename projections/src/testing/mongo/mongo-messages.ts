import { BSON, type Document } from 'mongodb';

export interface Command {
  /** For example `insert`, `update`, `find` or `findAndModify`. */
  name: string;
  db: string;
  collection: string;
  items: readonly Document[];
  body: Document;
}

const headerBytes = 16;
const opMessage = 2013;
const flagBytes = 4;
const checksumFlag = 1;
const itemFields = ['documents', 'updates', 'deletes'];
const deserializeOptions = { promoteValues: false, promoteBuffers: false } as const;

export class MessageReader {
  private remainder = Buffer.alloc(0);

  read(chunk: Buffer): Buffer[] {
    this.remainder = Buffer.concat([this.remainder, chunk]);
    const messages: Buffer[] = [];
    while (this.remainder.length >= headerBytes && this.remainder.length >= this.remainder.readInt32LE(0)) {
      const length = this.remainder.readInt32LE(0);
      messages.push(this.remainder.subarray(0, length));
      this.remainder = this.remainder.subarray(length);
    }
    return messages;
  }
}

export function parseCommand(message: Buffer): Command | null {
  const body = parseBody(message);
  const [name = '', collection] = Object.entries(body ?? {})[0] ?? [];
  if (!body) return null;
  const items = itemFields.flatMap((field) => (body[field] as Document[] | undefined) ?? []);
  return { name, db: String(body.$db), collection: typeof collection === 'string' ? collection : '', items, body };
}

export function withCommand(message: Buffer, { items }: Command): Buffer {
  const body = parseBody(message) ?? {};
  for (const field of itemFields) if (field in body) body[field] = items;
  const document = BSON.serialize(body);
  const head = Buffer.from(message.subarray(0, headerBytes + flagBytes + 1));
  head.writeUInt8(0, headerBytes + flagBytes); // One section, of the kind that contains a single document.
  head.writeInt32LE(head.length + document.length, 0);
  return Buffer.concat([head, document]);
}

function parseBody(message: Buffer): Document | null {
  if (message.readInt32LE(12) !== opMessage) return null;
  if (message.readUInt32LE(headerBytes) & checksumFlag) throw new Error('A message with a checksum was not expected');
  const body: Document = {};
  for (let at = headerBytes + flagBytes; at < message.length;) {
    const kind = message.readUInt8(at);
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) Object.assign(body, BSON.deserialize(section, deserializeOptions));
    else Object.assign(body, parseSequence(section));
    at += 1 + size;
  }
  return body;
}

/** Parses a sequence of documents under one name. */
function parseSequence(section: Buffer): Record<string, Document[]> {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at)) {
    documents.push(BSON.deserialize(section.subarray(at, at + section.readInt32LE(at)), deserializeOptions));
  }
  return { [section.toString('utf8', 4, nameEnd)]: documents };
}

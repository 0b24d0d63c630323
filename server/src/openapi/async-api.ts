import {
  endedMessage,
  joinRequests,
  joinResults,
  leaveRequests,
  resyncMessage,
  topicMessage,
  writingMessage,
} from '@guildhall/domain/wire/schemas/live/messages.js';
import type { z } from 'zod';
import { Schemas, type JsonSchema } from './schemas.js';

export interface AsyncApiDocument {
  asyncapi: string;
  info: { title: string; version: string; description: string };
  defaultContentType: string;
  channels: Record<string, { address: string; description: string; messages: Record<string, Reference> }>;
  operations: Record<string, AsyncOperation>;
  components: { messages: Record<string, Message>; schemas: Record<string, JsonSchema> };
}

interface Reference {
  $ref: string;
}

interface Message {
  name: string;
  summary: string;
  payload: JsonSchema;
}

interface AsyncOperation {
  action: 'send' | 'receive';
  channel: Reference;
  summary: string;
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
}

const about =
  "A page's live connection: Socket.IO at /socket.io/, over WebSocket only, with the session cookie or as a guest. A message's name " +
  'is the Socket.IO event, its payload the first argument. A connection with the session cookie needs the header Origin with the ' +
  "site's own origin; without our cookies and without Origin, it is a guest's; any other Origin is refused. " +
  'A browser joins topics with the position of what it has read, ' +
  'receives what it missed, a message with `end`, and from then on every change. ' +
  'A program connects with a key that has the scope `read`, in the header Authorization or as `auth: { key }`.';

const events = {
  topic: ['topic', "A topic's rows", topicMessage],
  resync: ['topic', 'The missed changes cannot be sent as rows: reload the page', resyncMessage],
  ended: ['ended', 'The session has ended; the server closes the connection next', endedMessage],
  join: ['join', 'Join topics, each from a position', joinRequests],
  joined: ['join', 'The acknowledgement of a join, with a result for each topic', joinResults],
  leave: ['leave', 'Leave topics', leaveRequests],
  writing: ['writing', 'The thread in which the member is writing, or null', writingMessage],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>;

export function buildAsyncApi(): AsyncApiDocument {
  const schemas = new Schemas('draft-7');
  const messages = Object.fromEntries(
    Object.entries(events).map(([key, [name, summary, schema]]) => [
      key,
      { name, summary, payload: schemas.output(schema) },
    ]),
  );
  const references = Object.keys(events).map((key): [string, Reference] => [
    key,
    { $ref: `#/components/messages/${key}` },
  ]);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Guildhall, live', version: '1', description: about },
    defaultContentType: 'application/json',
    channels: {
      live: { address: '/socket.io/', description: 'One connection', messages: Object.fromEntries(references) },
    },
    operations: {
      sendTopic: buildOperation('send', "Broadcasts a topic's changes", 'topic', 'resync'),
      sendEnded: buildOperation('send', 'Announces that the session has ended', 'ended'),
      receiveJoin: {
        ...buildOperation('receive', 'Lets a connection join topics', 'join'),
        reply: { channel, messages: [referenceTo('joined')] },
      },
      receiveLeave: buildOperation('receive', 'Lets a connection leave topics', 'leave'),
      receiveWriting: buildOperation('receive', "Shows a thread's readers that the member is writing", 'writing'),
    },
    components: { messages, schemas: schemas.components },
  };
}

const channel = { $ref: '#/channels/live' };
const referenceTo = (message: keyof typeof events): Reference => ({ $ref: `${channel.$ref}/messages/${message}` });

function buildOperation(
  action: 'send' | 'receive',
  summary: string,
  ...messages: (keyof typeof events)[]
): AsyncOperation {
  return { action, channel, summary, messages: messages.map(referenceTo) };
}

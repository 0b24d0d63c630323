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
import { liveGuide } from './live-guide.js';
import { Schemas, type JsonSchema } from './schemas.js';

export interface AsyncApiDocument {
  asyncapi: string;
  info: { title: string; version: string; description: string; externalDocs: { url: string } };
  defaultContentType: string;
  servers: Record<string, { host: string; protocol: 'ws' | 'wss' }>;
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

const events = {
  topic: ['topic', 'Rows of a joined topic', topicMessage],
  resync: ['topic', 'The topic is no longer joined: read its rows again, then join again', resyncMessage],
  ended: ['ended', 'The session has ended; the server closes the connection next', endedMessage],
  join: ['join', 'Join topics, each at the position of what was read', joinRequests],
  joined: ['join', 'The acknowledgement of a join: a result for each topic, in the same order', joinResults],
  leave: ['leave', 'Leave topics; without an acknowledgement', leaveRequests],
  writing: [
    'writing',
    'The topic of the joined thread in which the member is writing, or null; repeat it every few seconds',
    writingMessage,
  ],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>;

export function buildAsyncApi(publicUrl: string): AsyncApiDocument {
  const { host, protocol } = new URL(publicUrl);
  const schemas = new Schemas('draft-7');
  const messages = Object.fromEntries(
    Object.entries(events).map(([key, [name, summary, schema]]) => [
      key,
      { name, summary, payload: schemas.buildOutput(schema) },
    ]),
  );
  const references = Object.keys(events).map((key): [string, Reference] => [
    key,
    { $ref: `#/components/messages/${key}` },
  ]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Guildhall live updates',
      version: '1',
      description: liveGuide,
      externalDocs: { url: `${publicUrl}/api/docs#live-updates` },
    },
    defaultContentType: 'application/json',
    servers: { site: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: {
      live: {
        address: '/socket.io/',
        description:
          'The Socket.IO connection; its messages are events. The rules are in the description of this document',
        messages: Object.fromEntries(references),
      },
    },
    operations: {
      sendTopic: buildOperation('send', "Broadcasts a topic's changes", 'topic', 'resync'),
      sendEnded: buildOperation('send', 'Announces that the session has ended', 'ended'),
      receiveJoin: {
        ...buildOperation('receive', 'Lets a connection join topics', 'join'),
        reply: { channel, messages: [referToMessage('joined')] },
      },
      receiveLeave: buildOperation('receive', 'Lets a connection leave topics', 'leave'),
      receiveWriting: buildOperation('receive', "Shows a thread's readers that the member is writing", 'writing'),
    },
    components: { messages, schemas: schemas.components },
  };
}

const channel = { $ref: '#/channels/live' };
const referToMessage = (message: keyof typeof events): Reference => ({ $ref: `${channel.$ref}/messages/${message}` });

function buildOperation(
  action: 'send' | 'receive',
  summary: string,
  ...messages: (keyof typeof events)[]
): AsyncOperation {
  return { action, channel, summary, messages: messages.map(referToMessage) };
}

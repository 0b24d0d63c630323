import {
  numberedTopicPattern,
  numberedTopics,
  siteWideTopics,
  staffTopics,
  maxTopics,
  type StaffTopic,
  type Topic,
} from '../../topics.js';
import { z } from 'zod';
import { livePosition as position } from '../fields.js';
import { liveRow } from './rows.js';

const siteWidePattern = [...siteWideTopics, ...Object.keys(staffTopics)].join('|');
const topicPattern = `^(${siteWidePattern}|(${numberedTopics.join('|')}):[1-9]\\d{0,15})$`;

/**
 * A browser joins topics with the position of its page. It receives what it missed, then an end marker, and from then
 * on every change. Positions are opaque, but two from the same history can be compared.
 */
export const topicName = z
  .union([
    z.enum([...siteWideTopics, ...(Object.keys(staffTopics) as StaffTopic[])]),
    z.templateLiteral([z.enum(numberedTopics), ':', z.int()]).check(z.regex(numberedTopicPattern)),
  ])
  .meta({ id: 'Topic', anyOf: undefined, type: 'string', pattern: topicPattern }) satisfies z.ZodType<Topic>;

export const topicMessage = z
  .strictObject({
    topic: topicName,
    position: position
      .optional()
      .describe('Where to join after a disconnection. Absent if the message does not advance the topic'),
    rows: z.array(liveRow),
    end: z
      .literal(true)
      .optional()
      .describe(
        'Marks the end of the missed changes. Only the position of this message and of later ones may be stored',
      ),
  })
  .meta({ id: 'TopicMessage' });
export type TopicMessage = z.infer<typeof topicMessage>;

/** Sent if the missed changes cannot be sent as rows. */
export const resyncMessage = z
  .strictObject({
    topic: topicName,
    resync: z.literal(true),
    urgent: z.literal(true).optional().describe('Concerns only one member, so read again without a random delay'),
  })
  .meta({ id: 'ResyncMessage' });
export type ResyncMessage = z.infer<typeof resyncMessage>;

/** Sent before the server closes the connection. A connection opened after the session has ended is a guest's. */
export const endedMessage = z
  .strictObject({ reason: z.enum(['logged-out', 'erased', 'banned']) })
  .meta({ id: 'EndedMessage' });

export const joinRequest = z
  .object({
    topic: topicName,
    position: position.describe('The position of the rows that were read, or the last one stored'),
  })
  .meta({ id: 'JoinRequest' });
export type JoinRequest = z.infer<typeof joinRequest>;

export const joinRequests = z.array(joinRequest).max(maxTopics);
export const leaveRequests = z.array(topicName);
/** The topic of the thread in which the member is writing. Sent again every few seconds. */
export const writingMessage = topicName.nullable();

const joinResult = z.enum(['joined', 'refused']);
export type JoinResult = z.infer<typeof joinResult>;
export const joinResults = z.array(joinResult).max(maxTopics);

export interface ServerToClient {
  topic: (message: TopicMessage | ResyncMessage) => void;
  ended: (message: z.infer<typeof endedMessage>) => void;
}

export interface ClientToServer {
  join: (topics: JoinRequest[], acknowledge: (results: JoinResult[]) => void) => void;
  leave: (topics: Topic[]) => void;
  writing: (topic: Topic | null) => void;
}

import type { SiteAction } from '../permissions.js';

/** Every join sends the site's name, look and number of players in full. A change to the structure causes a resync. */
export const siteTopic = 'site';

/** The members who are online. Every change sends the whole list. */
export const onlineTopic = 'online';

/** The game servers' statuses. Every change sends the whole list. */
export const serversTopic = 'servers';

export const numberedTopics = ['thread', 'section', 'subsection', 'profile', 'member'] as const;
export type NumberedTopic = (typeof numberedTopics)[number];

export const staffTopics = {
  audit: 'view-audit',
  users: 'view-users',
  reports: 'handle-reports',
} as const satisfies Record<string, SiteAction>;
export type StaffTopic = keyof typeof staffTopics;

export const siteWideTopics = [siteTopic, onlineTopic, serversTopic] as const;
export type SiteWideTopic = (typeof siteWideTopics)[number];

export type Topic = SiteWideTopic | `${NumberedTopic}:${number}` | StaffTopic;
export type TopicKind = SiteWideTopic | NumberedTopic | StaffTopic;

export const maxTopics = 50;

export const numberedTopicPattern = /^(thread|section|subsection|profile|member):([1-9]\d{0,15})$/;

/** @returns null if the text is not a topic. The id is 0 for a topic without a number */
export function parseTopic(text: unknown): { kind: TopicKind; id: number } | null {
  if (isSiteWideTopic(text) || isStaffTopic(text)) return { kind: text, id: 0 };
  const match = typeof text === 'string' ? numberedTopicPattern.exec(text) : null;
  if (!match) return null;
  const id = Number(match[2]);
  return Number.isSafeInteger(id) ? { kind: match[1] as NumberedTopic, id } : null;
}

const isSiteWideTopic = (text: unknown): text is SiteWideTopic => siteWideTopics.some((topic) => topic === text);

export const isStaffTopic = (text: unknown): text is StaffTopic =>
  typeof text === 'string' && Object.hasOwn(staffTopics, text);

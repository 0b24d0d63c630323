import type { ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { memberRole, adminRole, permissionKeys } from '@guildhall/domain/roles.js';
import type { PlaceFlags } from '@guildhall/domain/permissions.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';

const noon = '2026-03-01T12:00:00.000Z';

export const toRowPosition = (n: number): string => String(n).padStart(20, '0');
export const toLogPosition = (n: number): string => `0000abcd.${toRowPosition(n)}`;

export function buildPerson(id: number, username: string): PersonRow {
  return { id, username, avatar_url: null, role: null };
}

export function buildMe(username: string, id: number, more: Partial<Me> = {}): Me {
  return {
    id,
    username,
    email: `${username.toLowerCase()}@example.test`,
    verified: true,
    banned: false,
    is_admin: false,
    role: memberRole.name,
    role_id: memberRole.id,
    permissions: [...memberRole.keys],
    avatar_url: null,
    created_at: noon,
    two_step: false,
    ...more,
  };
}

export const anna = buildMe('Anna', 11);
export const admin = buildMe('Ada', 1, {
  is_admin: true,
  role: adminRole.name,
  role_id: adminRole.id,
  permissions: [...permissionKeys],
});

export const everyFlag: PlaceFlags = {
  can_view: true,
  can_post: true,
  can_reply: true,
  can_delete_post: false,
  can_emoji_react: true,
};

export function buildSubsectionRow(more: Partial<SubsectionRow> = {}): SubsectionRow {
  return {
    id: 31,
    section_id: 3,
    name: 'screenshots',
    display_name: 'Screenshots',
    description: 'What you have built.',
    icon: 'default',
    can: everyFlag,
    version: 1,
    thread_count: 0,
    post_count: 0,
    last_thread: null,
    ...more,
  };
}

export function buildSectionRow(more: Partial<SectionRow> = {}): SectionRow {
  const { section_id: _, ...place } = buildSubsectionRow({ id: 3, name: 'builds', display_name: 'Builds' });
  return { ...place, allow_threads_direct: true, rules: '', prefixes: [], subcategories: [], ...more };
}

function buildAuthor(username: string, user_id: number): AuthorFields {
  return { user_id, username, avatar_url: null, role: null };
}

export function buildThreadRow(more: Partial<ThreadRow> = {}): ThreadRow {
  const content = 'Look at my castle.';
  return {
    ...buildAuthor('Bram', 12),
    id: 7,
    pos: toRowPosition(10),
    section_id: 3,
    subsection_id: null,
    title: 'My castle',
    content,
    content_html: `<p>${content}</p>`,
    locked: false,
    sticky: false,
    solution_id: null,
    prefix: null,
    created_at: noon,
    edited_at: null,
    reply_count: 0,
    last_post_at: noon,
    last_user_id: 12,
    last_username: 'Bram',
    participants: [],
    last_avatar_url: null,
    reactions: {},
    version: 1,
    ...more,
  };
}

export function buildThreadSummary(more: Partial<ThreadSummary> = {}): ThreadSummary {
  const { content_html: _, ...row } = buildThreadRow();
  return { ...row, picture: null, ...more };
}

/** `n` is the position in the thread. Id, order and `pos` are derived from it. */
export function buildPostRow(n: number, content: string, more: Partial<PostRow> = {}): PostRow {
  return {
    ...buildAuthor('Bram', 12),
    id: 700 + n,
    pos: toRowPosition(20 + n),
    thread_id: 7,
    content,
    content_html: `<p>${content}</p>`,
    created_at: noon,
    edited_at: null,
    order: toRowPosition(20 + n),
    number: n - 1,
    reply_to: null,
    reply_count: 0,
    reactions: {},
    version: 1,
    ...more,
  };
}

export function buildSuccessResponse(more: Omit<WriteResponse, 'success'> = {}): WriteResponse {
  return { success: true, ...more };
}

export function buildServerStatus(more: Partial<ServerStatusResponse> = {}): ServerStatusResponse {
  return {
    forwarded_address: 'ok',
    mail_delivery: 'smtp',
    up_seconds: 7_400,
    memory_bytes: 150 * 2 ** 20,
    requests: 10,
    failed_requests: 0,
    appends: 3,
    mails_sent: 1,
    mails_written: 0,
    mails_failed: 0,
    live_sockets: 7,
    projection_lag_seconds: 1.5,
    passwords_waiting: 0,
    pictures_waiting: 0,
    mails_waiting: 0,
    ...more,
  };
}

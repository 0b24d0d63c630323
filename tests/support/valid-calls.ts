import { setUpLink } from '@guildhall/server/first-admin.js';
import { verifyLink } from '@guildhall/server/mail/link-token.js';
import { z } from 'zod';
import * as shapes from './answer-shapes.js';
import type { Site, SiteMember } from './site.js';

/** What one valid call carries. Every field of `body` and `query` is one that the call reads. */
export interface Carried {
  /** Of the `:id` in the path. */
  id?: number;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

type Who = 'admin' | 'member' | 'other' | 'guest';

export interface ValidCall {
  /** Makes what the call needs, fresh each time, and says what it carries when `who` sends it. */
  make: (site: Site, who: SiteMember) => Carried | Promise<Carried>;
  status: number;
  /** Of the JSON answer; null where the call answers with a redirect. */
  answer: z.ZodType | null;
  /** Who is refused the very same call, and how; 'nobody' where it is open to everybody. */
  refused: Partial<Record<Exclude<Who, 'admin'>, [status: number, code: string]>> | 'nobody';
}

const password = 'a good password';
type Refused = ValidCall['refused'];
const open: Refused = 'nobody';
const adminsOnly: Refused = { guest: [401, 'must-be-logged-in'], member: [404, 'not-found'] };
const operatorsOnly: Refused = { guest: [404, 'not-found'], member: [404, 'not-found'] };
const authorsOnly: Refused = { guest: [401, 'must-be-logged-in'], other: [403, 'forbidden'] };
const hidden: Refused = { guest: [404, 'not-found'], other: [404, 'not-found'] };

const nothing = (): Carried => ({});
const write = (it: Pick<ValidCall, 'make' | 'refused'>, status = 200): ValidCall => ({
  ...{ status, answer: shapes.writeAnswerWithId, ...it },
});
const read = (answer: z.ZodType, make: ValidCall['make'], refused: ValidCall['refused'] = open): ValidCall => ({
  ...{ status: 200, answer, make, refused },
});

const described = (site: Site) => ({
  ...{ name: site.newName(), display_name: site.newName(), description: 'About it', icon: 'star' },
});
/** Read by guests too, so what is read lies where only Admins look. */
const hiddenThread = async (site: Site) => {
  const section = await site.newSection();
  const thread = await site.newThread(site.admin, { section_id: section });
  await site.newReply(thread, site.admin);
  await site.hide(section);
  return { section, thread };
};
const after = (site: Site) => `${site.parts.logId}.${'0'.repeat(20)}`;

async function credentials(site: Site, who: SiteMember): Promise<Carried> {
  const account = await site.parts.vault.account(who.id);
  if (account?.passwordHash === 'no password') await site.givePassword(who, password);
  return { body: { email_or_username: who.name, password } };
}

async function verification(site: Site): Promise<Carried> {
  const username = site.newName();
  const form = { email: `${username}@example.org`, username, password, confirm_password: password };
  await site.done('POST', '/register', form);
  const account = await site.parts.vault.accountByLogin(username);
  const link = verifyLink('http://site', site.parts.env.secret, account?.id ?? 0, account?.mails[0]?.id ?? '');
  return { query: Object.fromEntries(new URL(link).searchParams) };
}

/** One valid call of every operation, by method and path. */
export const validCalls: Readonly<Record<string, ValidCall>> = {
  'get /me': read(z.strictObject({ user: shapes.me }), nothing),
  'post /register': {
    ...{ status: 201, answer: shapes.writeAnswer, refused: open },
    make(site) {
      const username = site.newName();
      return { body: { email: `${username}@example.org`, username, password, confirm_password: password } };
    },
  },
  'post /login': {
    ...{ status: 200, answer: z.strictObject({ success: z.literal(true), user: shapes.me }), refused: open },
    make: credentials,
  },
  'post /resend-verification': { status: 200, answer: shapes.writeAnswer, refused: open, make: credentials },
  'post /logout': { status: 200, answer: shapes.writeAnswer, refused: open, make: nothing },
  'get /verify': { status: 302, answer: null, refused: open, make: verification },

  'get /forums/sections': read(z.array(shapes.sectionRow).min(1), (site) => ({ query: { after: after(site) } })),
  'get /forums/subsections/:id': read(
    z.array(shapes.subsectionRow).length(1),
    async (site) => {
      const id = await site.newSection();
      await site.newSubsection(id);
      await site.hide(id);
      return { id, query: { after: after(site) } };
    },
    hidden,
  ),
  'post /forums/sections': write(
    { make: (site) => ({ body: { ...described(site), allow_threads_direct: 1 } }), refused: adminsOnly },
    201,
  ),
  'put /forums/sections/:id': write({
    make: async (site) => ({ id: await site.newSection(), body: { ...described(site), allow_threads_direct: 0 } }),
    refused: adminsOnly,
  }),
  'delete /forums/sections/:id': write({
    make: async (site) => ({ id: await site.newSection() }),
    refused: adminsOnly,
  }),
  'post /forums/subsections': write(
    { make: (site) => ({ body: { ...described(site), section_id: site.section } }), refused: adminsOnly },
    201,
  ),
  'put /forums/subsections/:id': write({
    make: async (site) => ({ id: await site.newSubsection(), body: described(site) }),
    refused: adminsOnly,
  }),
  'delete /forums/subsections/:id': write({
    make: async (site) => ({ id: await site.newSubsection() }),
    refused: adminsOnly,
  }),
  'put /forums/permissions': {
    ...{ status: 200, answer: shapes.writeAnswer, refused: adminsOnly },
    async make(site) {
      const flags = { can_view: 1, can_post: true, can_reply: 0, can_delete_post: false, can_emoji_react: 1 };
      const section_id = await site.newSection();
      const subsection_id = await site.newSubsection(section_id);
      return { body: { section_id, subsection_id, entries: [{ role_id: 2, ...flags }] } };
    },
  },

  'get /forums/threads': read(
    z.array(shapes.threadSummary).length(1),
    async (site) => {
      const { section } = await hiddenThread(site);
      const paging = { limit: '10', cursor: `1.${'9'.repeat(20)}`, after: after(site) };
      return { query: { section_id: String(section), subsection_id: '', ...paging } };
    },
    hidden,
  ),
  'get /forums/recent': read(z.array(shapes.threadSummary).min(1), async (site) => {
    await site.newThread();
    return { query: { limit: '10', after: after(site) } };
  }),
  'get /forums/threads/:id': read(
    shapes.threadRow,
    async (site) => ({ id: (await hiddenThread(site)).thread, query: { after: after(site) } }),
    hidden,
  ),
  'post /forums/threads': write(
    {
      make: (site, { id }) => ({
        body: {
          ...{ section_id: site.section, subsection_id: null, user_id: id },
          ...{ title: 'A title', content: 'What it says', locked: false, sticky: 0 },
        },
      }),
      refused: { guest: [401, 'must-be-logged-in'] },
    },
    201,
  ),
  'put /forums/threads/:id': write({
    async make(site) {
      const body = { title: 'Another title', content: 'What it says now', locked: 0, sticky: false };
      return { id: await site.newThread(), body };
    },
    refused: authorsOnly,
  }),
  'delete /forums/threads/:id': write({
    make: async (site) => ({ id: await site.newThread() }),
    refused: authorsOnly,
  }),
  'post /forums/threads/:id/restore': write({
    async make(site) {
      const id = await site.newThread();
      await site.done('DELETE', `/forums/threads/${id}`, undefined, { as: site.admin });
      return { id };
    },
    refused: { guest: [401, 'must-be-logged-in'], member: [404, 'not-found'] },
  }),
  'post /forums/threads/:id/move': write({
    make: async (site) => ({
      id: await site.newThread(),
      body: { section_id: site.section, subsection_id: await site.newSubsection() },
    }),
    refused: { guest: [401, 'must-be-logged-in'], member: [403, 'forbidden'] },
  }),

  'get /forums/posts/:id': read(
    z.array(shapes.postRow).length(1),
    async (site) => {
      const paging = { limit: '10', cursor: '0'.repeat(20), before: '9'.repeat(20), last: '5', after: after(site) };
      return { id: (await hiddenThread(site)).thread, query: paging };
    },
    hidden,
  ),
  'post /forums/posts': write(
    {
      make: async (site, { id }) => ({
        body: { thread_id: await site.newThread(), user_id: id, content: 'A reply' },
      }),
      refused: { guest: [401, 'login-first'] },
    },
    201,
  ),
  'put /forums/posts/:id': write({
    make: async (site) => ({ id: await site.newReply(await site.newThread()), body: { content: 'Edited' } }),
    refused: { guest: [401, 'login-first'], other: [403, 'forbidden'] },
  }),
  'delete /forums/posts/:id': write({
    make: async (site) => ({ id: await site.newReply(await site.newThread()) }),
    refused: { guest: [401, 'login-first'], other: [403, 'forbidden'] },
  }),
  'post /forums/posts/:id/restore': write({
    async make(site) {
      const id = await site.newReply(await site.newThread());
      await site.done('DELETE', `/forums/posts/${id}`, undefined, { as: site.admin });
      return { id };
    },
    refused: { guest: [401, 'login-first'], member: [404, 'not-found'] },
  }),

  'get /forums/member-stats': read(z.array(shapes.memberStat).min(1), (site) => ({
    query: { limit: '10', after: after(site) },
  })),
  'get /forums/users/:id': read(z.strictObject({ id: z.int(), username: z.string() }), (site) => ({
    ...{ id: site.member.id, query: { after: after(site) } },
  })),
  'get /usernames': read(z.array(z.string()).min(1), (site) => ({ query: { after: after(site) } })),

  'post /admin/delete/:id': write({
    make: async (site) => ({ id: (await site.person(site.newName())).id, body: { texts: true } }),
    refused: adminsOnly,
  }),
  'get /setup': {
    ...{ status: 302, answer: null, refused: open },
    make: ({ parts }) => ({ query: { token: new URL(setUpLink(parts.env)).searchParams.get('token') ?? '' } }),
  },
  'get /admin/projections': {
    ...{ status: 200, answer: shapes.projectionsStatus, make: nothing },
    refused: operatorsOnly,
  },
  'post /admin/projections/rebuild': {
    ...{ status: 202, answer: shapes.writeAnswer, make: nothing },
    refused: operatorsOnly,
  },
  'post /admin/projections/verify': {
    ...{ status: 202, answer: shapes.writeAnswer, make: nothing },
    refused: operatorsOnly,
  },
};

/** The path of a call below its prefix, with id and query in their places. */
export function pathOf(path: string, { id, query = {} }: Pick<Carried, 'id' | 'query'>): string {
  const search = new URLSearchParams(query).toString();
  return path.replace(':id', String(id)) + (search && `?${search}`);
}

import { randomBytes, randomUUID } from 'node:crypto';
import { pendingCookieName } from '@guildhall/server/request/sessions.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { findCookie, register, registerForLink } from '../../site/people.js';
import type { Site, SiteMember } from '../../site/site.js';
import { buildAfter, buildNoInput, type CallInput, type ValidCalls } from './valid-call.js';

const password = 'a good password';

async function buildCredentials(site: Site, who: SiteMember): Promise<CallInput> {
  const account = await site.services.vault.findAccount(who.id);
  if (account?.passwordHash === 'no password') await site.givePassword(who, password);
  return { body: { email_or_username: who.name, password } };
}

async function buildVerification(site: Site): Promise<CallInput> {
  return { query: Object.fromEntries((await registerForLink(site)).searchParams) };
}

/** Includes the cookie of a pending registration. */
async function buildRegistration(site: Site): Promise<CallInput & { cookie: string }> {
  const username = site.createName();
  const response = await register(site, username);
  return { cookie: findCookie(pendingCookieName, response) ?? '' };
}

async function upload({ services }: Site, { id }: SiteMember): Promise<string> {
  const colour = `#${randomBytes(3).toString('hex')}`;
  return (await services.uploads.add(id, await createPictureFile('png', 40, 30, colour), randomUUID())).id;
}

export const accountCalls: ValidCalls = {
  'get /me': buildNoInput,
  'post /register'(site) {
    const username = site.createName();
    return { body: { email: `${username}@example.org`, username, password, confirm_password: password } };
  },
  'post /login': buildCredentials,
  'post /resend-verification': buildCredentials,
  'post /account/avatar': async () => ({ file: { field: 'avatar', bytes: await createPictureFile('png', 40, 30) } }),
  'delete /account/avatar': buildNoInput,
  'post /uploads': async () => ({ file: { field: 'file', bytes: await createPictureFile('png', 40, 30) } }),
  'get /uploads': async (site, who) => {
    await upload(site, who);
    return { query: { limit: '20', after: buildAfter(site) } };
  },
  'delete /uploads/:id': async (site, who) => ({ id: await upload(site, who) }),
  'get /admin/uploads': async (site) => {
    await upload(site, site.member);
    return { query: { limit: '20', after: buildAfter(site) } };
  },
  'delete /admin/uploads/:id': async (site) => ({ id: await upload(site, site.member), body: { reason: 'Rude' } }),
  'post /logout': buildNoInput,
  'post /registration/resend': buildRegistration,
  'put /registration/email': async (site) => ({
    ...(await buildRegistration(site)),
    body: { email: `${site.createName()}@example.org` },
  }),
  'get /verify': buildVerification,
};

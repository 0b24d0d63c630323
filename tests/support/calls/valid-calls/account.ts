import { randomBytes, randomUUID } from 'node:crypto';
import { pendingCookieName } from '@guildhall/server/request/sessions.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { cookieNamed, register, registeredLink } from '../../site/people.js';
import type { Site, SiteMember } from '../../site/site.js';
import { after, noInput, type CallInput, type ValidCalls } from './valid-call.js';

const password = 'a good password';

async function buildCredentials(site: Site, who: SiteMember): Promise<CallInput> {
  const account = await site.services.vault.findAccount(who.id);
  if (account?.passwordHash === 'no password') await site.givePassword(who, password);
  return { body: { email_or_username: who.name, password } };
}

async function buildVerification(site: Site): Promise<CallInput> {
  return { query: Object.fromEntries((await registeredLink(site)).searchParams) };
}

/** Includes the cookie of the browser that registered. */
async function registering(site: Site): Promise<CallInput & { cookie: string }> {
  const username = site.newName();
  const response = await register(site, username);
  return { cookie: cookieNamed(pendingCookieName, response) ?? '' };
}

async function upload({ services }: Site, { id }: SiteMember): Promise<string> {
  const colour = `#${randomBytes(3).toString('hex')}`;
  return (await services.uploads.add(id, await createPictureFile('png', 40, 30, colour), randomUUID())).id;
}

export const accountCalls: ValidCalls = {
  'get /me': noInput,
  'post /register'(site) {
    const username = site.newName();
    return { body: { email: `${username}@example.org`, username, password, confirm_password: password } };
  },
  'post /login': buildCredentials,
  'post /resend-verification': buildCredentials,
  'post /account/avatar': async () => ({ file: { field: 'avatar', bytes: await createPictureFile('png', 40, 30) } }),
  'delete /account/avatar': noInput,
  'post /uploads': async () => ({ file: { field: 'file', bytes: await createPictureFile('png', 40, 30) } }),
  'get /uploads': async (site, who) => {
    await upload(site, who);
    return { query: { limit: '20', after: after(site) } };
  },
  'delete /uploads/:id': async (site, who) => ({ id: await upload(site, who) }),
  'get /admin/uploads': async (site) => {
    await upload(site, site.member);
    return { query: { limit: '20', after: after(site) } };
  },
  'delete /admin/uploads/:id': async (site) => ({ id: await upload(site, site.member), body: { reason: 'Rude' } }),
  'post /logout': noInput,
  'post /registration/resend': registering,
  'put /registration/email': async (site) => ({
    ...(await registering(site)),
    body: { email: `${site.newName()}@example.org` },
  }),
  'get /verify': buildVerification,
};

import { toPublicSessionId } from '@guildhall/server/accounts/account-sessions.js';
import { addMail, createAccountMail } from '@guildhall/server/mail/new-mail.js';
import { generateAppCode } from '../../site/app-code.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { buildFailedDelivery } from '@guildhall/server/testing/deliveries/vault-delivery-samples.js';
import { generateSecret } from '@guildhall/server/accounts/two-step.js';
import { readMailLink, buildResetForm } from '../../site/people.js';
import type { Site, SiteMember } from '../../site/site.js';
import { buildNoInput, type CallInput, type ValidCalls } from './valid-call.js';

const password = 'a good password';
/** The hash is cheap because the tests verify it thousands of times. */
const passwordHash = '$argon2id$v=19$m=1024,t=1,p=1$sqOZ3Ss4hs+wPtmQD0YZQQ$VNjwo/Jf7n5JPaM87kAGe3HXpEKJxlRIoVf60N43Esw';
const newPassword = { password: 'another good one', confirm_password: 'another good one' };

/** The site's other members have a different password. */
async function withPassword(site: Site): Promise<SiteMember> {
  const { vault } = site.services;
  for (const { id } of [site.member, site.other]) {
    const currentHash = (await vault.findAccount(id))?.passwordHash;
    if (currentHash === 'no password')
      await vault.editAccount(id, () => ({ passwordHash: passwordHash.replace('VNjwo', 'other') }));
  }
  const person = await site.createMember(site.createName());
  await vault.editAccount(person.id, () => ({ passwordHash }));
  return person;
}

const callAsNew = (body: (person: SiteMember, site: Site) => object | Promise<object>) => async (site: Site) => {
  const person = await withPassword(site);
  return { cookie: person.cookie, body: { ...(await body(person, site)) } } satisfies CallInput;
};

async function setUpTwoStep(site: Site, { id }: SiteMember, on: boolean): Promise<string> {
  const secret = generateSecret();
  await site.services.vault.editAccount(id, () => ({ twoStep: { secret, on, lastStep: 0, recovery: [] } }));
  return generateAppCode(secret);
}

async function createFailedMail({ services }: Site, userId: number): Promise<string> {
  const mail = { ...createAccountMail('test', 'a@example.org'), attempts: 1, lastError: 'no room' };
  await services.vault.editAccount(userId, addMail(mail));
  return `${userId}.${mail.id}`;
}

async function createPausedMember(site: Site): Promise<number> {
  const { id } = await site.createMember(site.createName());
  const pause = { at: '2026-03-01T12:00:00.000Z', reason: 'No such user' };
  await site.services.vault.editAccount(id, ({ email }) => ({
    emailPause: { address: email.toLowerCase(), ...pause },
  }));
  return id;
}

async function buildConfirmation(site: Site): Promise<CallInput> {
  const [person, mail] = [
    await site.createMember(site.createName()),
    createAccountMail('confirm-address', `${site.createName()}@example.org`),
  ];
  await site.services.vault.editAccount(person.id, addMail(mail));
  return { query: Object.fromEntries(readMailLink(site, 'confirm-address', person.id, mail.id).searchParams) };
}

async function reset(site: Site): Promise<CallInput> {
  const [person, mail] = [await site.createMember(site.createName()), createAccountMail('reset')];
  await site.services.vault.editAccount(person.id, addMail(mail));
  return { body: buildResetForm(site, person.id, mail, 'another good one') };
}

const about = { title: 'Builder', bio: 'I build', links: [{ label: 'Site', url: 'https://example.org/' }] };

export const ownAccountCalls: ValidCalls = {
  'get /account/profile': buildNoInput,
  'put /account/profile': () => ({ body: { ...about, hide_last_seen: 0 } }),
  'post /password/forgot': (_, who) => ({ body: { email_or_username: who.name } }),
  'post /password/reset': reset,
  'post /password/change': callAsNew(() => ({ current_password: password, ...newPassword })),

  'get /sessions': buildNoInput,
  async 'delete /sessions/:id'(site) {
    const { id, cookie } = await site.createMember(site.createName());
    await createSession(site.services, id);
    const newest = (await site.services.vault.listSessions(id)).find((session) => !cookie.includes(session.id));
    return { id: toPublicSessionId(newest?.id ?? ''), cookie };
  },
  'delete /sessions': async (site) => ({ cookie: (await site.createMember(site.createName())).cookie }),

  'post /two-step/setup': callAsNew(() => ({ password })),
  'post /two-step/enable': callAsNew(async (person, site) => ({ code: await setUpTwoStep(site, person, false) })),
  'post /two-step/disable': callAsNew(async (person, site) => ({
    password,
    code: await setUpTwoStep(site, person, true),
  })),
  'post /two-step/recovery-codes': callAsNew(async (person, site) => ({
    password,
    code: await setUpTwoStep(site, person, true),
  })),

  'delete /account': callAsNew(async (person, site) => ({
    password,
    texts: 1,
    code: await setUpTwoStep(site, person, true),
  })),
  'put /account/username': callAsNew((_, site) => ({ password, username: site.createName() })),
  'post /account/email/confirm': buildNoInput,
  'put /account/email': callAsNew((_, site) => ({ password, email: `${site.createName()}@example.org` })),
  'get /account/export': buildNoInput,
  'get /confirm-address': buildConfirmation,

  'get /admin/mails': async (site, { id }) => {
    await createFailedMail(site, id);
    return { query: { limit: '5' } };
  },
  'post /admin/mails/:id/retry': async (site) => ({
    id: await createFailedMail(site, (await site.createMember(site.createName())).id),
  }),
  'get /admin/deliveries': buildNoInput,
  'get /admin/deliveries/failed': async (site, { id }) => {
    await site.services.vault.saveFailedDelivery(buildFailedDelivery(id, new Date().toISOString()));
    return { query: { limit: '5' } };
  },
  'get /admin/email-pauses': async (site) => {
    await createPausedMember(site);
    return { query: { limit: '5' } };
  },
  'post /admin/email-pauses/:id/resume': async (site) => ({ id: await createPausedMember(site) }),
  'post /admin/test-mail': () => ({ body: { to: 'somebody@example.org' } }),
};

import { toPublicSessionId } from '@guildhall/server/accounts/account-sessions.js';
import { addMail, createAccountMail } from '@guildhall/server/mail/new-mail.js';
import { appCode } from '../../site/app-code.js';
import { createSession } from '@guildhall/server/testing/services.js';
import { buildFailedDelivery } from '@guildhall/server/testing/deliveries/vault-delivery-samples.js';
import { generateSecret } from '@guildhall/server/accounts/two-step.js';
import { readMailLink, resetForm } from '../../site/people.js';
import type { Site, SiteMember } from '../../site/site.js';
import { noInput, type CallInput, type ValidCalls } from './valid-call.js';

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
  const person = await site.person(site.newName());
  await vault.editAccount(person.id, () => ({ passwordHash }));
  return person;
}

const asNew = (body: (person: SiteMember, site: Site) => object | Promise<object>) => async (site: Site) => {
  const person = await withPassword(site);
  return { cookie: person.cookie, body: { ...(await body(person, site)) } } satisfies CallInput;
};

async function twoStep(site: Site, { id }: SiteMember, on: boolean): Promise<string> {
  const secret = generateSecret();
  await site.services.vault.editAccount(id, () => ({ twoStep: { secret, on, lastStep: 0, recovery: [] } }));
  return appCode(secret);
}

async function failedMail({ services }: Site, userId: number): Promise<string> {
  const mail = { ...createAccountMail('test', 'a@example.org'), attempts: 1, lastError: 'no room' };
  await services.vault.editAccount(userId, addMail(mail));
  return `${userId}.${mail.id}`;
}

async function pausedMember(site: Site): Promise<number> {
  const { id } = await site.person(site.newName());
  const pause = { at: '2026-03-01T12:00:00.000Z', reason: 'No such user' };
  await site.services.vault.editAccount(id, ({ email }) => ({
    emailPause: { address: email.toLowerCase(), ...pause },
  }));
  return id;
}

async function buildConfirmation(site: Site): Promise<CallInput> {
  const [person, mail] = [
    await site.person(site.newName()),
    createAccountMail('confirm-address', `${site.newName()}@example.org`),
  ];
  await site.services.vault.editAccount(person.id, addMail(mail));
  return { query: Object.fromEntries(readMailLink(site, 'confirm-address', person.id, mail.id).searchParams) };
}

async function reset(site: Site): Promise<CallInput> {
  const [person, mail] = [await site.person(site.newName()), createAccountMail('reset')];
  await site.services.vault.editAccount(person.id, addMail(mail));
  return { body: resetForm(site, person.id, mail, 'another good one') };
}

const about = { title: 'Builder', bio: 'I build', links: [{ label: 'Site', url: 'https://example.org/' }] };

export const ownAccountCalls: ValidCalls = {
  'get /account/profile': noInput,
  'put /account/profile': () => ({ body: { ...about, hide_last_seen: 0 } }),
  'post /password/forgot': (_, who) => ({ body: { email_or_username: who.name } }),
  'post /password/reset': reset,
  'post /password/change': asNew(() => ({ current_password: password, ...newPassword })),

  'get /sessions': noInput,
  async 'delete /sessions/:id'(site) {
    const { id, cookie } = await site.person(site.newName());
    await createSession(site.services, id);
    const newest = (await site.services.vault.listSessions(id)).find((it) => !cookie.includes(it.id));
    return { id: toPublicSessionId(newest?.id ?? ''), cookie };
  },
  'delete /sessions': async (site) => ({ cookie: (await site.person(site.newName())).cookie }),

  'post /two-step/setup': asNew(() => ({ password })),
  'post /two-step/enable': asNew(async (person, site) => ({ code: await twoStep(site, person, false) })),
  'post /two-step/disable': asNew(async (person, site) => ({ password, code: await twoStep(site, person, true) })),
  'post /two-step/recovery-codes': asNew(async (person, site) => ({
    password,
    code: await twoStep(site, person, true),
  })),

  'delete /account': asNew(async (person, site) => ({ password, texts: 1, code: await twoStep(site, person, true) })),
  'put /account/username': asNew((_, site) => ({ password, username: site.newName() })),
  'post /account/email/confirm': noInput,
  'put /account/email': asNew((_, site) => ({ password, email: `${site.newName()}@example.org` })),
  'get /account/export': noInput,
  'get /confirm-address': buildConfirmation,

  'get /admin/mails': async (site, { id }) => {
    await failedMail(site, id);
    return { query: { limit: '5' } };
  },
  'post /admin/mails/:id/retry': async (site) => ({
    id: await failedMail(site, (await site.person(site.newName())).id),
  }),
  'get /admin/deliveries': noInput,
  'get /admin/deliveries/failed': async (site, { id }) => {
    await site.services.vault.saveFailedDelivery(buildFailedDelivery(id, new Date().toISOString()));
    return { query: { limit: '5' } };
  },
  'get /admin/email-pauses': async (site) => {
    await pausedMember(site);
    return { query: { limit: '5' } };
  },
  'post /admin/email-pauses/:id/resume': async (site) => ({ id: await pausedMember(site) }),
  'post /admin/test-mail': () => ({ body: { to: 'somebody@example.org' } }),
};

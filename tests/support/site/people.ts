import { confirmAddressLink, resetLink } from '@guildhall/server/mail/link-token.js';
import type { AccountMail, MailKind } from '@guildhall/server/vault/vault.js';
import { vi } from 'vitest';
import type { HttpResponse } from './exchange.js';
import { emailOf, passwordOf } from './member.js';
import type { SiteMember, Site } from './site.js';

/** A verified member with a password, `passwordOf` their name, and a session. */
export async function personWithPassword(site: Site, name = site.newName()): Promise<SiteMember> {
  const person = await site.person(name);
  await site.givePassword(person, passwordOf(name));
  return person;
}

export const login = (
  site: Site,
  email_or_username: string,
  password: string,
  more: object = {},
): Promise<HttpResponse> => site.send('POST', '/login', { email_or_username, password, ...more });

export const cookieOf = (answer: HttpResponse) => ({ cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' });

/** Whether a cookie is that of an active session. */
export async function isLoggedIn(site: Site, as: { cookie: string }): Promise<boolean> {
  return (await site.get<{ user: unknown }>('/me', as)).user !== null;
}

export const register = (site: Site, username: string, email = emailOf(username)): Promise<HttpResponse> => {
  const password = passwordOf(username);
  return site.send('POST', '/register', { username, email, password, confirm_password: password });
};

/** The mails of a kind that an account has now. */
export async function mailsOf(site: Site, userId: number, kind: MailKind): Promise<AccountMail[]> {
  return (await site.services.vault.account(userId))?.mails.filter((mail) => mail.kind === kind) ?? [];
}

/** The newest mail of a kind; waits for it, since some are written after the answer. */
export async function mailOf(site: Site, userId: number, kind: MailKind): Promise<AccountMail> {
  return vi.waitFor(async () => {
    const mail = (await mailsOf(site, userId, kind)).at(-1);
    if (!mail) throw new Error(`${userId} has no mail of the kind ${kind}`);
    return mail;
  });
}

/** What the page sends that the link of a reset leads to. */
export function resetForm(site: Site, userId: number, mail: AccountMail, password: string) {
  const link = new URL(resetLink('http://site', site.services.env.secret, userId, mail.id));
  return { user: userId, token: link.searchParams.get('token'), password, confirm_password: password };
}

/** Follows the link of a mail that confirms an address. @returns where it leads */
export async function followConfirmation(site: Site, userId: number, mail: AccountMail): Promise<string | undefined> {
  const link = new URL(confirmAddressLink('http://site', site.services.env.secret, userId, mail.id));
  const answer = await site.send('GET', link.pathname + link.search, undefined, { prefix: '' });
  return answer.headers.location;
}

/** All that could tell two answers apart, but for the time of day and the request's own id. */
export function secretsIn({ status, text, headers }: HttpResponse) {
  const { date: _, ...rest } = headers;
  return { status, text, headers: rest };
}

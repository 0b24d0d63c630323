import { mailLink } from '@guildhall/server/mail/link-token.js';
import type { AccountMail, MailKind } from '@guildhall/server/vault/vault.js';
import { vi } from 'vitest';
import type { HttpResponse } from './exchange.js';
import { emailOf, passwordOf } from './member.js';
import type { SiteMember, Site } from './site.js';

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

export async function isLoggedIn(site: Site, as: { cookie: string }): Promise<boolean> {
  return (await site.get<{ user: unknown }>('/me', as)).user !== null;
}

export const register = (site: Site, username: string, email = emailOf(username)): Promise<HttpResponse> => {
  const password = passwordOf(username);
  return site.send('POST', '/register', { username, email, password, confirm_password: password });
};

export async function mailsOf(site: Site, userId: number, kind: MailKind): Promise<AccountMail[]> {
  return (await site.services.vault.account(userId))?.mails.filter((mail) => mail.kind === kind) ?? [];
}

/** Some mails are written after the response. */
export async function mailOf(site: Site, userId: number, kind: MailKind): Promise<AccountMail> {
  return vi.waitFor(async () => {
    const mail = (await mailsOf(site, userId, kind)).at(-1);
    if (!mail) throw new Error(`${userId} has no mail of the kind ${kind}`);
    return mail;
  });
}

/** As the page of a reset link sends it. */
export function resetForm(site: Site, userId: number, mail: AccountMail, password: string) {
  const link = new URL(mailLink('reset', 'http://site', site.services.env.secret, userId, mail.id));
  return { user: userId, token: link.searchParams.get('token'), password, confirm_password: password };
}

/** @returns the redirect */
export async function followConfirmation(site: Site, userId: number, mail: AccountMail): Promise<string | undefined> {
  const link = new URL(mailLink('confirm-address', 'http://site', site.services.env.secret, userId, mail.id));
  const answer = await site.send('GET', link.pathname + link.search, undefined, { prefix: '' });
  return answer.headers.location;
}

/** Excludes what distinguishes any two responses: the time of day, the id of the request and random tokens. */
export function secretsIn({ status, text, headers }: HttpResponse) {
  const { date: _, 'set-cookie': cookies = [], ...rest } = headers;
  const shapes = cookies.map((cookie) => cookie.replace(/=[\d.]+[\w-]{43}(?=;)|Expires=[^;]+/g, '…'));
  return { status, text, headers: rest, cookies: shapes };
}

export function cookieNamed(name: string, { headers }: HttpResponse): string | undefined {
  return headers['set-cookie']?.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0];
}

export function followVerification(site: Site, userId: number, mailId: string, cookie?: string): Promise<HttpResponse> {
  const link = new URL(mailLink('verify', 'http://site', site.services.env.secret, userId, mailId));
  const as = cookie === undefined ? undefined : { cookie };
  return site.send('GET', link.pathname + link.search, undefined, { prefix: '', as });
}

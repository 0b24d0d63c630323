import { buildMailLink } from '@guildhall/server/mail/link-token.js';
import type { AccountMail, MailKind } from '@guildhall/server/vault/account/account.js';
import { vi } from 'vitest';
import type { HttpResponse } from './exchange.js';
import { getEmail, getPassword } from './member.js';
import type { SiteMember, Site } from './site.js';

export async function createPersonWithPassword(site: Site, name = site.createName()): Promise<SiteMember> {
  const person = await site.createMember(name);
  await site.givePassword(person, getPassword(name));
  return person;
}

export const logIn = (
  site: Site,
  email_or_username: string,
  password: string,
  more: object = {},
): Promise<HttpResponse> => site.send('POST', '/login', { email_or_username, password, ...more });

export const parseCookie = (response: HttpResponse) => ({
  cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
});

export async function isLoggedIn(site: Site, as: { cookie: string }): Promise<boolean> {
  return (await site.get<{ user: unknown }>('/me', as)).user !== null;
}

export const register = (site: Site, username: string, email = getEmail(username)): Promise<HttpResponse> => {
  const password = getPassword(username);
  return site.send('POST', '/register', { username, email, password, confirm_password: password });
};

export async function readMails(site: Site, userId: number, kind: MailKind): Promise<AccountMail[]> {
  return (await site.services.vault.findAccount(userId))?.mails.filter((mail) => mail.kind === kind) ?? [];
}

/** Waits for the email because some are written after the response. */
export async function readMail(site: Site, userId: number, kind: MailKind): Promise<AccountMail> {
  return vi.waitFor(async () => {
    const mail = (await readMails(site, userId, kind)).at(-1);
    if (!mail) throw new Error(`${userId} has no ${kind} mail`);
    return mail;
  });
}

export function readMailLink(
  { services }: Site,
  kind: Parameters<typeof buildMailLink>[0],
  userId: number,
  mailId: string,
): URL {
  return new URL(buildMailLink(kind, 'http://site', services.env.secret, userId, mailId));
}

/** Registers a member who does not follow the link in the email. */
export async function registerForLink(site: Site, username = site.createName()): Promise<URL> {
  await register(site, username);
  const account = await site.services.vault.findAccountByLogin(username);
  return readMailLink(site, 'verify', account?.id ?? 0, account?.mails[0]?.id ?? '');
}

/** Returns the form that a reset link's page sends. */
export function buildResetForm(site: Site, userId: number, mail: AccountMail, password: string) {
  const { searchParams } = readMailLink(site, 'reset', userId, mail.id);
  return { user: userId, token: searchParams.get('token'), password, confirm_password: password };
}

/** @returns the target of the redirect */
export async function followConfirmation(site: Site, userId: number, mail: AccountMail): Promise<string | undefined> {
  const { pathname, search } = readMailLink(site, 'confirm-address', userId, mail.id);
  const response = await site.send('GET', pathname + search, undefined, { prefix: '' });
  return response.headers.location;
}

/** Excludes what differs between any two responses: the time of day, the request id and random tokens. */
export function withoutRandomParts({ status, text, headers }: HttpResponse) {
  const { date: _, 'set-cookie': cookies = [], ...rest } = headers;
  const shapes = cookies.map((cookie) => cookie.replace(/=[\d.]+[\w-]{43}(?=;)|Expires=[^;]+/g, '…'));
  return { status, text, headers: rest, cookies: shapes };
}

export function findCookie(name: string, { headers }: HttpResponse): string | undefined {
  return headers['set-cookie']?.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0];
}

export function followVerification(site: Site, userId: number, mailId: string, cookie?: string): Promise<HttpResponse> {
  const { pathname, search } = readMailLink(site, 'verify', userId, mailId);
  return site.send('GET', pathname + search, undefined, {
    prefix: '',
    as: cookie === undefined ? undefined : { cookie },
  });
}

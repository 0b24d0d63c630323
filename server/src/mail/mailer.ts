import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { EmailText } from './compose-mail.js';

export interface Email extends EmailText {
  accountId: number;
  mailId: string;
  /** The `Message-ID`, up to the `@`. */
  messageId: string;
  to: string;
  link: string | null;
  list?: NonNullable<SendMailOptions['list']>;
  /** The `Message-ID`, up to the `@`, by which mail programs group this email with others. */
  references?: string;
}

export interface Mailer {
  deliver(email: Email): Promise<void>;
  removeMailsOf(accountIds: readonly number[]): Promise<void>;
  close(): void;
}

interface MailerOptions {
  from: () => string;
  smtpUrl: string | null;
  outbox: string;
  announce: (link: string | null) => void;
}

export function createMailer({ from, smtpUrl, outbox, announce }: MailerOptions): Mailer {
  if (smtpUrl === null) return createOutboxMailer(outbox, from, announce);
  const open = async () => (await import('nodemailer')).createTransport({ url: smtpUrl, ...poolOptions });
  let transport: ReturnType<typeof open> | undefined;
  return {
    deliver: async (email) => void (await (await (transport ??= open())).sendMail(toMailOptions(email, from()))),
    removeMailsOf: (accountIds) => removeFiles(outbox, accountIds),
    close: () => void transport?.then((openTransport) => openTransport.close()),
  };
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const denyExternalContent = { disableFileAccess: true, disableUrlAccess: true };
/** A new connection for each email would limit sending to the rate of TLS handshakes. */
const poolOptions = { pool: true, maxConnections: 5, maxMessages: 200, ...timeouts, ...denyExternalContent } as const;

function createOutboxMailer(outbox: string, from: () => string, announce: (link: string | null) => void): Mailer {
  const running = new Set<Promise<void>>();
  return {
    deliver: async (email) => {
      const write = buildMessage(toMailOptions(email, from())).then((bytes) => writeToOutbox(outbox, email, bytes));
      running.add(write);
      await write.finally(() => running.delete(write));
      announce(email.link);
    },
    removeMailsOf: async (accountIds) => {
      // Without this wait, an email could be written after its recipient was erased.
      await Promise.allSettled(running);
      await removeFiles(outbox, accountIds);
    },
    close: () => {},
  };
}

const automatic = { 'Auto-Submitted': 'auto-generated' };

function toMailOptions(email: Email, from: string): SendMailOptions {
  const { to, subject, text, html, references, list } = email;
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  const formatMessageId = (local: string) => `<${local}@${domain}>`;
  return {
    messageId: formatMessageId(email.messageId),
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(references !== undefined && {
      references: formatMessageId(references),
      inReplyTo: formatMessageId(references),
    }),
    ...(list && { list }),
    // RFC 8058: mail programs unsubscribe without opening a page.
    headers: { ...automatic, ...(list?.['unsubscribe'] && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }) },
  };
}

async function buildMessage(message: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...denyExternalContent,
  });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new Error('The email was not composed completely');
  return bytes;
}

/** Writes atomically to a file named `<time>-<account>-<email>.eml`. */
async function writeToOutbox(outbox: string, { accountId, mailId }: Email, bytes: Buffer): Promise<void> {
  const time = new Date().toISOString().replaceAll(':', '');
  const name = `${time}-${accountId}-${mailId}.eml`;
  await mkdir(outbox, { recursive: true });
  await writeFile(join(outbox, `${name}.part`), bytes, { mode: 0o600, flush: true });
  await rename(join(outbox, `${name}.part`), join(outbox, name));
}

async function removeFiles(outbox: string, accountIds: readonly number[]): Promise<void> {
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const owners = new Set(accountIds);
  const ownFiles = names.filter((name) => owners.has(Number(/Z-(\d+)-.*\.eml(\.part)?$/.exec(name)?.[1])));
  await Promise.all(ownFiles.map((name) => rm(join(outbox, name), { force: true })));
}

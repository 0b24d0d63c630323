import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultSettings } from '@guildhall/domain/settings/site-settings.js';
import { theme } from '@guildhall/domain/theme/decide.js';
import { createMail, type Mail } from '@guildhall/server/mail/mail.js';
import { readEnv } from '@guildhall/server/process/env.js';
import { deliveryForms } from '@guildhall/server/testing/mail/delivery-samples.js';
import { buildAccount } from '@guildhall/server/testing/vault/vault-samples.js';
import { openSqliteVault } from '@guildhall/server/vault/sqlite/sqlite-vault.js';
import type { Vault } from '@guildhall/server/vault/vault.js';
import { simpleParser } from 'mailparser';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportNotRun } from '../not-run.js';

/** Prints each email that arrives, along with what Python's own parser reads from it, as a line of JSON. */
const receiver = `
import asyncio, base64, email, email.policy, json
from aiosmtpd.smtp import SMTP

class Printer:
    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        names = ['Message-ID', 'References', 'In-Reply-To', 'Auto-Submitted', 'List-ID', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Subject', 'From', 'To']
        print(json.dumps({
            'raw': base64.b64encode(envelope.content).decode(),
            'to': envelope.rcpt_tos,
            'headers': {name: None if message[name] is None else str(message[name]).strip() for name in names},
            'text': message.get_body(('plain',)).get_content(),
            'html': message.get_body(('html',)).get_content(),
            'defects': [str(it) for part in message.walk() for it in part.defects],
        }), flush=True)
        return '250 OK'

async def main():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Printer()), '127.0.0.1', 0)
    print(json.dumps({'port': server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()

asyncio.run(main())
`;

interface ReceivedEmail {
  raw: string;
  to: string[];
  headers: Record<string, string | null>;
  text: string;
  html: string;
  defects: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'guildhall-'));

/**
 * Installs aiosmtpd next to this run's files. Returns the interpreter, or null without Python or a package registry.
 */
function findPythonWithSmtp(): string | null {
  const python = join(folder, 'bin', 'python');
  const steps = [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', 'aiosmtpd==1.4.6'],
  ];
  for (const [command = '', ...args] of steps) {
    const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status === 0) continue;
    const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    reportNotRun(`emails in other programs: ${command} ${args.slice(0, 2).join(' ')} failed: ${reason}`);
    return null;
  }
  return python;
}

const python = findPythonWithSmtp();

describe.runIf(python !== null)('emails in other programs', () => {
  const received: ReceivedEmail[] = [];
  let smtp: ChildProcess;
  let vault: Vault;
  let mail: Mail;

  beforeAll(async () => {
    smtp = spawn(python ?? '', ['-c', receiver], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: smtp.stdout! });
    const [firstLine] = (await once(lines, 'line')) as [string];
    const { port } = JSON.parse(firstLine) as { port: number };
    lines.on('line', (line: string) => void received.push(JSON.parse(line) as ReceivedEmail));
    vault = await openSqliteVault(join(folder, 'vault.db'));
    const env = readEnv({
      DATA_DIR: folder,
      PUBLIC_URL: 'https://guild.example',
      SECRET: 'x'.repeat(32),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Güild <noreply@guild.example>',
    });
    const site = { settings: { ...defaultSettings, name: 'Gästehaus, "the" site' }, theme: theme.initial() };
    mail = createMail(env, vault, pino({ level: 'silent' }), () => false, site);
    await vault.createAccount(buildAccount(7, 'Steve', { verified: true }));
  });

  afterAll(async () => {
    await mail.stop();
    await vault.close();
    smtp.kill();
    rmSync(folder, { recursive: true });
  });

  test.each(Object.entries(deliveryForms))(
    'mailparser and Python parse the form %s identically',
    async (_form, content) => {
      const account = (await vault.findAccount(7))!;
      expect(
        await mail.notifications.send(account, { ...content, recipient: { ...content.recipient, timeZone: null } }),
      ).toBe('sent');
      await expect.poll(() => received.length).toBeGreaterThan(0);
      const { raw, to, headers, text, html, defects } = received.shift()!;
      const parsed = await simpleParser(Buffer.from(raw, 'base64'), { skipHtmlToText: true, skipTextToHtml: true });
      expect([defects, to]).toEqual([[], ['steve@example.org']]);
      expect(headers).toMatchObject({
        'Message-ID': expect.stringMatching(/^<a{32}\.7\.[\w-]{22}@guild\.example>$/) as string,
        References: content.threadId === null ? null : '<thread-42@guild.example>',
        'Auto-Submitted': 'auto-generated',
        'List-ID': expect.stringMatching(/<notifications\.guild\.example>$/) as string,
        'List-Unsubscribe': expect.stringMatching(/^<https:\/\/guild\.example\/unsubscribe\?token=[\w-]+>$/) as string,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        From: 'Güild <noreply@guild.example>',
      });
      expect(headers.Subject).toContain('Gästehaus, "the" site');
      expect({
        subject: parsed.subject,
        id: parsed.messageId,
        from: parsed.from?.value,
        references: parsed.references ?? null,
      }).toEqual({
        subject: headers.Subject,
        id: headers['Message-ID'],
        from: [{ name: 'Güild', address: 'noreply@guild.example' }],
        references: headers.References,
      });
      const normalizeLineEnds = (value: unknown) => String(value).replaceAll('\r\n', '\n').trimEnd();
      expect(normalizeLineEnds(parsed.text)).toBe(normalizeLineEnds(text));
      expect(normalizeLineEnds(parsed.html)).toBe(normalizeLineEnds(html));
      expect(parsed.attachments).toEqual([]);
      for (const item of content.items) if (item.excerpt !== null) expect(text).toContain(item.excerpt.split('\n')[0]);
    },
  );
});

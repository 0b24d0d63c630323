import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { buildMailLink } from '@guildhall/server/mail/link-token.js';
import { sealMessageId } from '@guildhall/server/mail/message-id.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();
const secret = 'only the mail server has this';
const authorizationHeaders = { authorization: `Bearer ${secret}` };

beforeAll(() => void Object.assign(site.services.env, { mailBounceSecret: secret }));

const readAddress = async ({ id }: SiteMember) => (await site.services.vault.findAccount(id))?.email ?? '';
const readPause = async (member: SiteMember) => (await site.get<{ user: Me }>('/me', member)).user.email_pause ?? null;
const readMessageId = async (member: SiteMember): Promise<string> => {
  const to = await readAddress(member);
  return `<${sealMessageId(site.services.env.secret, { mailId: 'a'.repeat(32), accountId: member.id, to })}@guild.example>`;
};

interface Report {
  status?: string;
  action?: string;
  original?: string;
  response?: string;
}

function reportBounce(
  messageId: string,
  {
    status = '5.1.1',
    action = 'failed',
    original = 'message/rfc822',
    response = '550 5.1.1 <someone@example.org>: Recipient address',
  }: Report = {},
) {
  return [
    'From: MAILER-DAEMON@mail.example.org (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'The email could not be delivered.',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.org',
    '',
    'Final-Recipient: rfc822; someone@example.org',
    `Action: ${action}`,
    `Status: ${status} (as the server said)`,
    `Diagnostic-Code: smtp; ${response}`,
    '    rejected: User unknown',
    '',
    '--part',
    `Content-Type: ${original}`,
    '',
    'Subject: Castle',
    `Message-ID: ${messageId}`,
    '',
    ...(original === 'message/rfc822' ? ['Hello'] : []),
    '--part--',
    '',
  ].join('\r\n');
}

async function post(body: BodyInit, headers: Record<string, string> = authorizationHeaders) {
  const response = await fetch(`${site.url}/api/mail/bounces`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'message/rfc822', ...headers },
  });
  const { status, headers: sent } = response;
  return { status, sent, body: (await response.json()) as Record<string, unknown> };
}

describe('a report that an email could not be delivered', () => {
  test.each(['message/rfc822', 'text/rfc822-headers'])(
    'a bounce report pauses the address, with %s',
    async (original) => {
      const member = await site.createMember(site.createName());
      const report = reportBounce(await readMessageId(member), { original });
      expect(await post(report)).toMatchObject({ status: 200, body: { success: true, paused: true } });
      expect(await readPause(member)).toMatchObject({
        reason: '550 5.1.1 <address> Recipient address rejected: User unknown',
      });
      expect(await readPause(site.other)).toBeNull();
    },
  );

  test('a bounce report without a specific status pauses the address if the response says that it is unknown', async () => {
    const member = await site.createMember(site.createName());
    const report = reportBounce(await readMessageId(member), {
      status: '5.0.0',
      response: '550 No such user. Address',
    });
    expect((await post(report)).body).toMatchObject({ paused: true });
    expect(await readPause(member)).toMatchObject({ reason: '550 No such user. Address rejected: User unknown' });
  });

  test.each<[string, Report]>([
    ['an unspecific refusal', { status: '5.0.0', response: '554 Refused' }],
    ['a delay', { action: 'delayed', status: '4.4.1' }],
    ['a delivery', { action: 'delivered', status: '2.0.0' }],
    ['a full mailbox', { status: '5.2.2' }],
    ['a refusal as spam', { status: '5.7.1' }],
  ])('a bounce report changes nothing after %s', async (_name, fields) => {
    const member = await site.createMember(site.createName());
    expect((await post(reportBounce(await readMessageId(member), fields))).body).toMatchObject({ paused: false });
    expect(await readPause(member)).toBeNull();
  });

  test("a bounce report changes nothing if the email was sent to another address than the account's current one", async () => {
    const member = await site.createMember(site.createName());
    const messageId = await readMessageId(member);
    const forOther = messageId.replace(`.${member.id}.`, `.${site.other.id}.`);
    for (const id of [forOther, '<forged.7.xxxxxxxxxxxxxxxxxxxxxx@guild.example>', '', '<x@y>'])
      expect((await post(reportBounce(id))).body, id).toMatchObject({ paused: false });
    await site.services.vault.editAccount(member.id, () => ({ email: `${member.name}.new@example.org` }));
    expect((await post(reportBounce(messageId))).body).toMatchObject({ paused: false });
    expect([await readPause(member), await readPause(site.other)]).toEqual([null, null]);
  });

  test('rejects a bounce report without the secret, and responds with 404 if the site has none', async () => {
    const report = reportBounce(await readMessageId(site.other));
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: secret }])
      expect((await post(report, headers as Record<string, string>)).status).toBe(401);
    Object.assign(site.services.env, { mailBounceSecret: null });
    expect((await post(report)).status).toBe(404);
    Object.assign(site.services.env, { mailBounceSecret: secret });
    expect(await readPause(site.other)).toBeNull();
  });

  test('rejects a bounce report that is too large or not a delivery status notification', async () => {
    const nestedReport = Array.from(
      { length: 300 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    const bodies = [
      '',
      'hello',
      '{}',
      'Subject: Holiday\r\n\r\nI am away.',
      new Uint8Array(2_000).fill(0xff),
      nestedReport.join(''),
    ];
    for (const body of bodies) expect((await post(body)).status).toBe(400);
    expect((await post('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    const { status, sent } = await post('x', { ...authorizationHeaders, 'content-encoding': 'gzip' });
    expect([status, sent.get('accept-encoding')]).toEqual([415, 'identity']);
  });
});

test('a member resumes emails by confirming their address', async () => {
  const member = await site.createMember(site.createName());
  await post(reportBounce(await readMessageId(member)));
  await site.perform('POST', '/account/email/confirm', undefined, { as: member });
  const account = await site.services.vault.findAccount(member.id);
  const [mail] = account?.mails.filter(({ kind }) => kind === 'confirm-address') ?? [];
  expect(mail?.to).toBe(account?.email);
  const link = buildMailLink('confirm-address', site.url, site.services.env.secret, member.id, mail?.id ?? '');
  expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe('/verify?success=true');
  expect(await readPause(member)).toBeNull();
  await site.perform('POST', '/account/email/confirm', undefined, { as: member });
  expect(
    (await site.services.vault.findAccount(member.id))?.mails.filter(({ kind }) => kind === 'confirm-address'),
  ).toHaveLength(1);
});

import { choiceKinds } from '@guildhall/domain/wire/kinds.js';
import { describe, expect, test } from 'vitest';
import type { DeliveryContent, DeliveryItem } from '../../deliveries/delivery-content.js';
import { buildDeliveryContent, deliveryForms, buildDeliveryItem } from '../../testing/mail/delivery-samples.js';
import { composeNotification } from './compose-notification.js';
import { deriveEmailColours } from './email-colours.js';
import { emailTexts } from './email-texts.js';

const site = { name: 'Our Server', url: 'https://guild.example', logo: null, colours: deriveEmailColours({}) };
const compose = (content: DeliveryContent, more: Partial<typeof site> | { logo: string } = {}) =>
  composeNotification(content, { ...site, ...more }, (target) => `https://guild.example/off#${JSON.stringify(target)}`);
const composeSentence = (fields: Partial<DeliveryItem>) => {
  const item = buildDeliveryItem(fields);
  return emailTexts.item[item.kind](item, null);
};

describe('sentences', () => {
  test.each(choiceKinds)('names the actor or staff in an email about %s', (kind) => {
    expect(composeSentence({ kind })).toMatch(kind === 'report' ? /^Staff answered/ : /^Anna [a-z]/);
  });

  test.each<[Partial<DeliveryItem>, string]>([
    [{ kind: 'watch', subject: 'thread' }, 'Anna started “Castle <build>”'],
    [{ kind: 'watch', actor: null }, 'Someone replied in “Castle <build>”'],
    [{ kind: 'wall' }, 'Anna wrote on your wall'],
    [{ kind: 'wall', wallOf: 'Bram' }, "Anna replied to you on Bram's wall"],
    [{ kind: 'mention', subject: 'wallpost', thread: null, wallOf: 'Bram' }, "Anna mentioned you on Bram's wall"],
    [{ kind: 'mention', subject: 'wallpost', thread: null }, 'Anna mentioned you on a wall'],
    [{ kind: 'moderation', act: 'ThreadLocked' }, 'Anna locked your thread “Castle <build>”'],
    [{ kind: 'moderation', act: 'ReplyDeleted', thread: null }, 'Anna deleted your reply'],
    [{ kind: 'moderation', act: 'WallPostRestored' }, 'Anna restored your wall post'],
    [{ kind: 'moderation', act: 'ThreadSolved' }, 'Anna changed your thread “Castle <build>”'],
    [{ kind: 'moderation', act: 'MemberBanned', until: null }, 'You are banned'],
    [
      { kind: 'moderation', act: 'MemberBanned', until: '2026-03-08T12:00:00.000Z' },
      'You are banned until 8 March 2026 at 12:00 (UTC)',
    ],
  ])('describes %j', (fields, expected) => {
    expect(composeSentence(fields)).toBe(expected);
  });
});

test.each([
  ['reply', 'Castle <build> · Our Server'],
  ['bundle', 'Castle <build> · Our Server'],
  ['ban', 'You are banned until 8 March 2026 at 21:00 · Our Server'],
  ['hourly', '3 new notifications at Our Server'],
  ['digest', 'Your week at Our Server'],
])('an email of the form %s has the subject "%s"', (form, subject) => {
  expect(compose(deliveryForms[form]!).subject).toBe(subject);
});

test("contains the quoted text, the member's local time and links in both forms", () => {
  const { text, html } = compose(deliveryForms['reply']!);
  expect(text).toContain('Anna replied to you in “Castle <build>”\n1 March 2026 at 21:00\n> Nice & tidy\n> walls\n');
  expect(text).toContain('https://guild.example/forums/thread/42#post-5');
  expect(text).toContain('Mute this thread: https://guild.example/off#{"thread":42}');
  expect(text).toContain('Unsubscribe: https://guild.example/off#{"kinds":["reply"]}');
  expect(html).toContain('Castle &lt;build&gt;');
  expect(html).toMatch(/Nice &amp; tidy<br \/>walls/);
  expect(html).toMatch(/<a\s+href="https:\/\/guild\.example\/forums\/thread\/42#post-5"[^>]*>Read<\/a/);
  expect(html).toMatch(/<a\s+href="[^"]*thread[^"]*42[^"]*"[^>]*>Mute this thread<\/a/);
});

test('offers to mute a thread only if the email is about one thread', () => {
  for (const [form, content] of Object.entries(deliveryForms)) {
    const { text, html } = compose(content);
    expect([text.includes('Mute this thread'), html.includes('Mute this thread')], form).toEqual(
      Array(2).fill(content.threadId !== null),
    );
  }
});

test.each([
  ['reply', 'Read', '/forums/thread/42#post-5'],
  ['bundle', 'Read', '/forums/thread/42#post-5'],
  ['ban', 'Read', '/appeal'],
  ['hourly', 'Read all notifications', '/notifications'],
  ['digest', 'Read all notifications', '/notifications'],
])('the main button of the form %s is "%s" and leads to %s', (form, name, path) => {
  const { html } = compose(deliveryForms[form]!);
  const button = /<a\s+href="([^"]*)"\s+class="button bar ink"[^>]*>([^<]*)</.exec(html) ?? [];
  expect([button[1], button[2]?.trim()]).toEqual([`https://guild.example${path}`, name]);
});

test('a digest contains the liveliest threads and the numbers, and is turned off as a whole', () => {
  const { text, unsubscribeUrl } = compose(deliveryForms['digest']!);
  expect(text).toContain('4 new threads, 120 new replies and 1 new member.');
  expect(text).toContain('Castle <build> (31 new replies)\nhttps://guild.example/forums/thread/42\n');
  expect(unsubscribeUrl).toBe('https://guild.example/off#{"frequency":"weekly"}');
});

test('reports how many notifications it omits', () => {
  expect(compose(deliveryForms['bundle']!).text).toContain('And 12 more notifications.');
});

test('loads nothing from elsewhere except the logo', () => {
  for (const content of Object.values(deliveryForms)) {
    const remote = /<(img|link|script|iframe|object|video)\b|url\(|@import|@font-face/i;
    expect(compose(content).html).not.toMatch(remote);
    const { html } = compose(content, { logo: 'https://guild.example/logos/a.png' });
    expect([...html.matchAll(/<img\b[^>]*>/g)].join('')).toMatch(
      /^<img\s+src="https:\/\/guild\.example\/logos\/a\.png"/,
    );
  }
});

test('escapes markup in every field', () => {
  const evil = '"><script>x</script>';
  const item = buildDeliveryItem({
    actor: evil,
    thread: { id: 42, title: evil },
    excerpt: evil,
    reason: evil,
    path: `/${evil}`,
  });
  const recipient = { id: 7, username: evil, timeZone: null };
  const { html } = compose(buildDeliveryContent({ recipient, items: [item, item], omitted: 1 }), { name: evil });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('"">');
});

test("converts a theme's colours to notations that mail programs read", () => {
  const { light, darkSheet } = deriveEmailColours({
    '--color-accent': 'oklch(0.6 0.2 250)',
    '--color-text': 'color(nonsense)',
  });
  expect(light.button).toMatch(/^background-color: #[\da-f]{6}$/);
  for (const declaration of [...Object.values(light), ...darkSheet.split('\n')])
    expect(declaration).toMatch(/: #[\da-f]{6}( !important \})?$/);
});

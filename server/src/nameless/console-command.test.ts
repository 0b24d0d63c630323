import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCommand } from './console-command.js';

const values = { username: 'Anna_1', uuid: 'ea283120-d753-3479-9032-9e51bbc1b8c0' };

test.each([
  ['ban {username} {reason}', { reason: 'griefing' }, 'ban Anna_1 griefing'],
  ['ban {username} {reason}', {}, 'ban Anna_1'],
  [
    'tempban {username} {until} {reason}',
    { until: '2026-12-01T00:00:00.000Z' },
    'tempban Anna_1 2026-12-01T00:00:00.000Z',
  ],
  ['lp user {uuid} parent add {rank}', { rank: 'vip' }, `lp user ${values.uuid} parent add vip`],
  ['say {unknown} {username}', {}, 'say Anna_1'],
])('renders the command %s', (template, more, command) => {
  expect(renderCommand(template, { ...values, ...more })).toBe(command);
});

test.each(['', 'Anna Bee', 'Anna\nop Anna', 'a'.repeat(18), 'Änna', '@a', '{uuid}'])(
  'renders no command for the name %j',
  (username) => {
    expect(renderCommand('ban {username}', { ...values, username })).toBeNull();
  },
);

test('accepts names of Bedrock players with a prefix', () => {
  expect(renderCommand('ban {username}', { ...values, username: '.Steve_123' })).toBe('ban .Steve_123');
});

test('the reason in a command has at most 200 characters, on one line and without placeholders', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.string({ unit: 'grapheme', maxLength: 600 }),
  );
  fc.assert(
    fc.property(anyText, (reason) => {
      const command = renderCommand('ban {username} {reason}', { ...values, reason });
      expect(command).toMatch(/^ban Anna_1( (?!-)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}{}§&%]{1,200})?$/u);
    }),
  );
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { live } from '../../testing/live.js';
import { anna, buildPerson, toRowPosition } from '../../testing/rows.js';
import { server } from '../../testing/server.js';
import { show } from '../../testing/show.js';
import { useOnline } from './online.js';

function Names() {
  const online = useOnline();
  return <p>{online ? `Online: ${online.members.map(({ username }) => username).join()}` : 'Unknown'}</p>;
}

const list = (...names: string[]) => ({
  enabled: true,
  count: names.length,
  guests: 2,
  members: names.map((name, n) => ({ ...buildPerson(n + 1, name), staff: false })),
});

test('the list of online members is loaded for a member and updates live', async () => {
  server.respondWith('GET /presence', list('Bram'));
  await show(<Names />, { as: anna });
  await screen.findByText('Online: Bram');
  expect(live.joined('online')).toBe(true);
  live.send('online', { kind: 'online', id: 0, pos: toRowPosition(0), ...list('Bram', 'Sanne') });
  screen.getByText('Online: Bram,Sanne');
});

test('does not request who is online for a guest', async () => {
  await show(<Names />);
  screen.getByText('Unknown');
  expect([server.calls('GET /presence'), live.joined('online')]).toEqual([[], false]);
});

import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { server } from '../testing/server.js';
import { show } from '../testing/show.js';
import { useResponse } from './use-response.js';

function Names({ addresses, freshMs = 0 }: { addresses: string[]; freshMs?: number }) {
  const [at, setAt] = useState(0);
  const { body } = useResponse<string[]>(addresses[at] ?? null, { keepPrevious: true, freshMs });
  return (
    <>
      <p>{body === null ? 'nothing' : body.join()}</p>
      <button onClick={() => setAt(at + 1)}>Next</button>
    </>
  );
}

test('shows the previous response to the same call until the next arrives', async () => {
  server.respondWith('GET /usernames', ['Anna']);
  const user = await show(<Names addresses={['/usernames?start=a', '/usernames?start=b', '/ignored']} />);
  await screen.findByText('Anna');
  const release = server.hold('GET /usernames');
  await user.click(screen.getByText('Next'));
  expect(screen.getByText('Anna')).toBeDefined();
  server.respondWith('GET /usernames', ['Bram']);
  release();
  await screen.findByText('Bram');
  server.respondWith('GET /ignored', []);
  const releaseOther = server.hold('GET /ignored');
  await user.click(screen.getByText('Next'));
  expect(screen.getByText('nothing')).toBeDefined();
  releaseOther();
});

test('reloads a response when it is shown again, unless it is fresh', async () => {
  server.respondWith('GET /usernames', ['Anna']);
  for (const [freshMs, calls] of [
    [60_000, 1],
    [60_000, 1],
    [0, 2],
  ] as const) {
    await show(<Names addresses={['/usernames']} freshMs={freshMs} />);
    await screen.findByText('Anna');
    expect(server.calls('GET /usernames')).toHaveLength(calls);
    cleanup();
  }
});

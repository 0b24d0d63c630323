import { createServer, type AddressInfo } from 'node:net';
import type { RequestDetails } from 'web-push';
import { expect, test } from 'vitest';
import { postPush } from './post-push.js';

test('gives up on a push service that accepts the connection but does not respond', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/device`;
  const request = { endpoint, method: 'POST', headers: {}, body: Buffer.from('sealed') } as unknown as RequestDetails;
  const sent = postPush(request, { allowPrivate: true, timeoutMs: 50 });
  await expect(sent).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  await new Promise((resolve) => server.close(resolve));
});

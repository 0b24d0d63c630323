import { afterEach, expect, test, vi } from 'vitest';
import { get, getAll, findLinkTarget, isTransient, NetworkError, ApiError, send, getMessage } from './api.js';
import { recordUserChange, registerSave } from './response-copies.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function stubFetch(answer: () => Promise<Response>) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test("stops a read at the caller's request, even in browsers that cannot combine signals", async () => {
  vi.stubGlobal('AbortSignal', { timeout: () => new AbortController().signal });
  const signalOf = (init: RequestInit) => init.signal as AbortSignal;
  const fetch = stubFetch(() => Promise.resolve(Response.json([])));
  const controller = new AbortController();
  await get('/x', controller.signal);
  expect(signalOf(fetch.mock.calls[0]![1]).aborted).toBe(false);
  controller.abort();
  expect(signalOf(fetch.mock.calls[0]![1]).aborted).toBe(true);
  await get('/x', controller.signal);
  expect(signalOf(fetch.mock.calls[1]![1]).aborted).toBe(true);
});

test('returns the body, position and next page of a response', async () => {
  stubFetch(async () =>
    Response.json([1], { headers: { 'guildhall-position': 'p', link: '</api/x?cursor=2>; rel="next"' } }),
  );
  expect(await get('/x')).toEqual({ body: [1], position: 'p', next: '/api/x?cursor=2', previous: null, total: null });
});

test('saves responses for offline reading unless the user has changed since the request', async () => {
  const save = vi.fn<Parameters<typeof registerSave>[0]>();
  recordUserChange(); // Forgets the responses of the other tests.
  registerSave(save);
  let respond = (_: Response) => {};
  stubFetch(() => new Promise((resolve) => (respond = resolve)));
  const request = get('/x');
  recordUserChange();
  respond(Response.json([1]));
  await request;
  expect(save).not.toHaveBeenCalled();
  stubFetch(async () => Response.json([2]));
  await get('/x');
  expect(save).toHaveBeenCalledExactlyOnceWith('/x', expect.objectContaining({ body: [2] }));
});

test('loads all pages of a list that is shown as a whole', async () => {
  const pages: Record<string, [number[], string | null]> = {
    '/api/x': [[1, 2], '/api/x?cursor=2'],
    '/api/x?cursor=2': [[3], null],
  };
  const fetch = vi.fn((path: string) => {
    const [rows, next] = pages[path] ?? [[], null];
    return Promise.resolve(Response.json(rows, next ? { headers: { link: `<${next}>; rel="next"` } } : {}));
  });
  vi.stubGlobal('fetch', fetch);
  expect(await getAll('/x')).toMatchObject({ body: [1, 2, 3], next: null });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('loads at most fifty pages of a list and reports if there are more', async () => {
  const headers = { link: '</api/x?cursor=1>; rel="next"' };
  const fetch = stubFetch(() => Promise.resolve(Response.json([1], { headers })));
  expect(await getAll('/x')).toMatchObject({ body: Array(50).fill(1), next: '/api/x?cursor=1' });
  expect(fetch).toHaveBeenCalledTimes(50);
});

test('finds the next page among other links and strips its origin', () => {
  expect(findLinkTarget('<https://a.b/api/x?page=1>; rel="prev", <https://a.b/api/x?page=3>; rel="next"', 'next')).toBe(
    '/api/x?page=3',
  );
  expect(findLinkTarget('</api/x?page=1>; rel="prev", </api/x?page=3>; rel="next"', 'prev')).toBe('/api/x?page=1');
  expect(findLinkTarget('</api/x>; rel="prev"', 'next')).toBeNull();
  expect(findLinkTarget(null, 'next')).toBeNull();
});

test('sends a write with its idempotency key, and the same key on a retry', async () => {
  const fetch = stubFetch(async () => Response.json({ success: true }));
  await send('POST', '/forums/posts', 'k1', { content: 'x' });
  const [path, init] = fetch.mock.calls[0] ?? [];
  expect(path).toBe('/api/forums/posts');
  expect(init?.headers).toMatchObject({ 'idempotency-key': 'k1', 'content-type': 'application/json' });
  expect(init?.body).toBe('{"content":"x"}');
});

test('sends a file as a form, leaving the boundary to the browser', async () => {
  const fetch = stubFetch(async () => Response.json({ success: true }));
  const form = new FormData();
  form.set('avatar', new Blob(['x']), 'x.png');
  await send('POST', '/account/avatar', 'k1', form);
  const [, init] = fetch.mock.calls[0] ?? [];
  expect(init?.body).toBe(form);
  expect(init?.headers).not.toHaveProperty('content-type');
});

test('allows a slow connection ten minutes for a file, and other calls 15 seconds', async () => {
  stubFetch(async () => Response.json({ success: true }));
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await send('POST', '/account/avatar', 'k1', new FormData());
  await send('POST', '/forums/posts', 'k2', {});
  expect(timeout.mock.calls).toEqual([[600_000], [15_000]]);
});

test('preserves all fields of a refusal', async () => {
  const refusal = { error: 'You are banned.', code: 'banned', reason: 'Spam', until: null, appeal_token: 't' };
  stubFetch(async () => Response.json(refusal, { status: 403 }));
  await expect(send('POST', '/login', 'k', {})).rejects.toMatchObject({ code: 'banned', response: refusal });
});

test("throws the server's refusal message as a permanent error", async () => {
  stubFetch(async () => Response.json({ error: 'Type your reply!', code: 'reply-empty' }, { status: 400 }));
  const error = await send('POST', '/forums/posts', 'k', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(getMessage(error, 'other')).toBe('Type your reply!');
  expect(isTransient(error)).toBe(false);
});

test('treats an error status as a refusal, and a success in an unknown format as no response', async () => {
  for (const body of ['', '<html>Forbidden</html>', '[]']) {
    stubFetch(async () => new Response(body, { status: 403 }));
    const error = await get('/x').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ApiError', status: 403 });
    expect(getMessage(error, 'Failed to post reply.')).toBe('Failed to post reply.');
  }
  stubFetch(async () => new Response('<html>Log in to this network</html>', { status: 200 }));
  expect(await get('/x').catch((thrown: unknown) => thrown)).toBeInstanceOf(NetworkError);
});

test('treats network failures, proxy pages and 503 as temporary, but no other server errors', async () => {
  stubFetch(async () => Promise.reject(new TypeError('offline')));
  const offline = await get('/x').catch((thrown: unknown) => thrown);
  stubFetch(async () => new Response('<html>Bad gateway</html>', { status: 502 }));
  const proxy = await get('/x').catch((thrown: unknown) => thrown);
  stubFetch(async () => Response.json({ error: 'Later.', code: 'unavailable' }, { status: 503 }));
  const unavailableError = await get('/x').catch((thrown: unknown) => thrown);
  stubFetch(async () => Response.json({ error: 'Broken.', code: 'fault' }, { status: 500 }));
  const broken = await get('/x').catch((thrown: unknown) => thrown);
  expect(offline).toBeInstanceOf(NetworkError);
  expect([offline, proxy, unavailableError, broken].map(isTransient)).toEqual([true, true, true, false]);
  expect(getMessage(offline, 'Kon de reply niet bewerken.')).toBe('Kon de reply niet bewerken.');
});

test('ends a call after the timeout or when the caller aborts it', async () => {
  const fetch = stubFetch(async () => Response.json([]));
  for (const by of ['limit', 'caller'] as const) {
    const controllers = { limit: new AbortController(), caller: new AbortController() };
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controllers.limit.signal);
    await get('/x', controllers.caller.signal);
    const signal = fetch.mock.calls.at(-1)?.[1].signal;
    expect(signal?.aborted).toBe(false);
    controllers[by].abort();
    expect(signal?.aborted).toBe(true);
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditRow, UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { expect, onTestFinished, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const undo = (entry: string) => site.send('POST', `/admin/audit/${entry}/undo`, {}, { as: site.admin });

test('exports each filtered action exactly once, even across many log pages', async () => {
  const entryIds: string[] = [];
  for (let n = 0; n < 403; n++) {
    const context = { actorId: String(site.admin.id), commandId: crypto.randomUUID(), correlationId: 'test' };
    const command = { type: 'ChangeSettings', changes: { name: `Site ${n}` } } as const;
    const result = await site.services.commands.settings(
      command,
      site.services.policy.getActor(site.admin.id),
      context,
    );
    entryIds.push(...result.eventIds);
  }
  await site.catchUpViews();
  const file = await site.send('GET', '/admin/audit.csv?kind=SettingsChanged', undefined, { as: site.admin });
  const ids = file.text.trim().split('\r\n').slice(1);
  expect(ids.map((line) => line.split(',').at(-1))).toEqual(entryIds.toReversed());
});

test('an action can be undone and redone at most twenty times', async () => {
  const thread = await site.createThread();
  const { acts: eventIds } = await site.changeThread(thread, { locked: 1 });
  let entry = eventIds[0] ?? '';
  for (let n = 0; n < 21; n++) {
    const undoResponse = await undo(entry);
    expect([n, undoResponse.status]).toEqual([n, 200]);
    entry = (undoResponse.json as { acts: string[] }).acts[0] ?? '';
  }
  expect(await undo(entry)).toMatchObject({ status: 409, json: { code: 'not-undoable' } });
  expect(await site.get<AuditRow[]>(`/admin/audit?target=thread:${thread}`, site.admin)).toHaveLength(22);
});

test('restores the state before a time range even if the range contains undos and redos', async () => {
  const moderator = await site.createMember(site.createName());
  await site.perform('POST', `/admin/role/${moderator.id}`, { role: 1 }, { as: site.admin });
  const runAction = async (thread: number, last: string | null): Promise<string> => {
    const { acts: eventIds } = await (last === null
      ? site.changeThread(thread, { locked: 1 }, moderator)
      : site.perform<{ acts: string[] }>('POST', `/admin/audit/${last}/undo`, {}, { as: moderator }));
    return eventIds[0] ?? '';
  };
  const isLocked = async (id: number) => (await site.get<{ locked: boolean }>(`/forums/threads/${id}`)).locked;
  const cases = [0, 1, 2].flatMap((before) => [0, 1, 2, 3, 4].map((within) => ({ before, within })));
  const threads = await Promise.all(
    cases.map(async (testCase) => ({ ...testCase, id: await site.createThread(), last: null as string | null })),
  );
  for (const thread of threads)
    for (let n = 0; n < thread.before; n++) thread.last = await runAction(thread.id, thread.last);
  await sleep(2); // The time range must begin at a later millisecond.
  const from = new Date().toISOString();
  for (const thread of threads)
    for (let n = 0; n < thread.within; n++) thread.last = await runAction(thread.id, thread.last);
  const lockedFlags = await Promise.all(threads.map(({ id }) => isLocked(id)));
  expect(lockedFlags).toEqual(threads.map(({ before, within }) => (before + within) % 2 === 1));

  const span = { actor_id: moderator.id, from, to: '2100-01-01T00:00:00Z' };
  const undoSpan = () => site.perform<{ results: UndoResult[] }>('POST', '/admin/audit/undo', span, { as: site.admin });
  const { results } = await undoSpan();
  expect(results.filter(({ success }) => !success)).toEqual([]);
  const lockStates = await Promise.all(threads.map(({ id }) => isLocked(id)));
  const wrongThreads = threads.filter(({ before }, n) => lockStates[n] !== (before % 2 === 1));
  expect(wrongThreads.map(({ before, within }) => `${before} before and ${within} within the span`)).toEqual([]);
});

test('an action that the views lack can be undone later, and is not reported as missing', async () => {
  const thread = await site.createThread();
  const runner = site.server.projector['runner'];
  await runner.pause();
  onTestFinished(() => runner.resume());
  const from = new Date().toISOString();
  const { acts } = await site.changeThread(thread, { locked: 1 });
  const span = { actor_id: site.admin.id, from, to: '2100-01-01T00:00:00Z' };
  const undoSpan = () => site.send('POST', '/admin/audit/undo', span, { as: site.admin });
  for (const response of [await undo(acts[0] ?? ''), await undoSpan()])
    expect(response).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  runner.resume();
  expect((await undo(acts[0] ?? '')).status).toBe(200);
});

import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site } from '../../support/site/site.js';

let site: Site;
beforeAll(async () => void (site = await Site.start()));
afterAll(() => site.stop());

const undo = (entry: string) => site.send('POST', `/admin/audit/${entry}/undo`, {}, { as: site.admin });

test('has every action of a filter once in the file, however many pages they are in the log', async () => {
  const made: string[] = [];
  for (let n = 0; n < 403; n++) {
    const context = { actorId: String(site.admin.id), commandId: crypto.randomUUID(), correlationId: 'test' };
    const command = { type: 'ChangeSettings', changes: { name: `Site ${n}` } } as const;
    const handled = await site.services.commands.settings(command, site.services.policy.actor(site.admin.id), context);
    if (n === 402 && handled.position) await site.services.views.waitFor(handled.position, 10_000);
    made.push(...handled.eventIds);
  }
  const file = await site.send('GET', '/admin/audit.csv?kind=SettingsChanged', undefined, { as: site.admin });
  const ids = file.text.trim().split('\n').slice(1);
  expect(ids.map((line) => line.split(',').at(-1))).toEqual(made.toReversed());
});

test('undoes and redoes an action twenty times at most', async () => {
  const thread = await site.newThread();
  const body = { title: 'A title', content: 'What it says', locked: 1 };
  const { acts: eventIds } = await site.done<{ acts: string[] }>('PUT', `/forums/threads/${thread}`, body, {
    as: site.admin,
  });
  let entry = eventIds[0] ?? '';
  for (let n = 0; n < 21; n++) {
    const undone = await undo(entry);
    expect([n, undone.status]).toEqual([n, 200]);
    entry = (undone.json as { acts: string[] }).acts[0] ?? '';
  }
  expect(await undo(entry)).toMatchObject({ status: 409, json: { code: 'not-undoable' } });
  expect(await site.get<AuditRow[]>(`/admin/audit?target=thread:${thread}`, site.admin)).toHaveLength(22);
});

import { beginning, type Position } from '@guildhall/event-store/port.js';
import { toPosition } from '@guildhall/event-store/dense-position.js';
import { MemoryLog, MemoryRows } from '@guildhall/event-store/testing/memory-log.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { LogWatermark } from '../../log/log-watermark.js';
import { ReadPositions } from '../../request/read-positions.js';
import type { Views } from '../../stores/views.js';
import { addMember, testServer, type TestMember } from '../../testing/services.js';

describe('read positions', () => {
  const checkpoint = toPosition(12);
  const getLabel = async (logWatermark: LogWatermark): Promise<string> => {
    const views = { store: { readCheckpoint: () => Promise.resolve(checkpoint) } };
    const readerDeps = {
      views: views as unknown as Views,
      logWatermark,
      historyId: '0000abcd',
      log: new MemoryLog(new MemoryRows()),
    };
    return (await new ReadPositions(readerDeps).begin({})).position;
  };

  test('the position of a read never exceeds that of the rights, so later changes are still sent', async () => {
    expect(await getLabel(new LogWatermark(toPosition(9)))).toBe(`0000abcd.${toPosition(9)}`);
  });

  test("a read waits briefly until the server's rights have caught up with the views", async () => {
    const logWatermark = new LogWatermark(beginning);
    const label = getLabel(logWatermark);
    setTimeout(() => logWatermark.advance(checkpoint satisfies Position), 5);
    expect(await label).toBe(`0000abcd.${checkpoint}`);
  });
});

test('a read waits only for an existing position in the same log history', async () => {
  const log = new MemoryLog(new MemoryRows());
  await log.append('thread-1', [{ id: crypto.randomUUID(), type: 'T', data: {}, metadata: {} }], 'no-stream');
  const head = await log.readHead();
  const waitedPositions: Position[] = [];
  const reader = { waitFor: (position: Position) => (waitedPositions.push(position), Promise.resolve(true)) };
  const positions = new ReadPositions({ historyId: '0000abcd', log } as never);
  const futurePosition = toPosition(1_000_000);
  for (const after of [undefined, `0000abce.${head}`, `0000abcd.${futurePosition}`])
    await positions.awaitRequested({ after }, reader);
  expect(waitedPositions).toEqual([]);
  await positions.awaitRequested({ after: `0000abcd.${head}` }, reader);
  expect(waitedPositions).toEqual([head]);
});

describe('name changed by another server', () => {
  const server = testServer();
  let steve: TestMember;
  beforeEach(async () => {
    steve = await addMember(server.services, 'Steve');
  });

  test('rereads a name that another server changed, even after a vault outage', async () => {
    const { directory, vault } = server.services;
    const { findAccountNames } = vault;
    vault.findAccountNames = () => Promise.reject(new Error('away'));
    directory.invalidate(steve.id);
    await expect(directory.ensure([steve.id])).rejects.toThrow('away');
    vault.findAccountNames = async (ids) =>
      (await findAccountNames.call(vault, ids)).map((name) => ({ ...name, username: 'Stephen' }));
    await directory.ensure([steve.id]);
    expect(directory.getName(steve.id)).toBe('Stephen');
  });
});

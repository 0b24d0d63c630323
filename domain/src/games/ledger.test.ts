import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GameChange, LedgerEvent } from './events.js';
import {
  combineFacts,
  findConflict,
  gameReports,
  ledger,
  listEndedBans,
  maxEntriesAtOnce,
  type WantedAccount,
} from './ledger.js';

const [serverId, accountId, at, now] = [90, 95, '2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z'];
const ban = { kind: 'ban', reason: null, until: null } as const;
const unban = { kind: 'unban' } as const;
const buildWantedAccount = (change: Partial<WantedAccount> = {}): WantedAccount => ({
  accountId,
  userId: null,
  ban: null,
  ranks: new Map(),
  ...change,
});
const noBan = { reason: null, until: null };

class Server {
  entries = ledger.initial();
  reports = gameReports.initial();
  readonly ledger: GameChange[] = [];

  report(change: GameChange, position = this.entries.head, reportedAt = at): this {
    const data = { serverId, accountId, position, change, at: reportedAt };
    this.reports = gameReports.evolve(this.reports, { type: 'GameReportRecorded.v1', data });
    return this;
  }

  fill(...accounts: WantedAccount[]): GameChange[] {
    const command = { type: 'AddEntries', serverId, originId: null } as const;
    const events = ledger.decide(command, this.entries, { accounts, reports: this.reports, now });
    this.entries = events.reduce<typeof this.entries>((state, event) => ledger.evolve(state, event), this.entries);
    const changes = events.map((event: LedgerEvent) => event.data.change);
    this.ledger.push(...changes);
    return changes;
  }

  reset(): this {
    const { head } = this.entries;
    const data = { serverId, from: head, to: 0, head, reason: 'Restored' };
    this.reports = gameReports.evolve(this.reports, { type: 'LedgerReset.v1', data });
    return this;
  }
}

describe('filling a ledger', () => {
  test.each<[string, Partial<WantedAccount>, GameChange[]]>([
    ['nothing', {}, []],
    ['a ban', { ban: noBan }, [ban]],
    ['a link', { userId: 101 }, [{ kind: 'link', userId: 101 }]],
    [
      'ranks, of which unwanted ones are unknown',
      {
        userId: 101,
        ranks: new Map([
          ['vip', true],
          ['mvp', false],
        ]),
      },
      [
        { kind: 'link', userId: 101 },
        { kind: 'rank.add', rank: 'vip' },
      ],
    ],
  ])('a new server receives %s, and nothing twice', (_, change, expected) => {
    const server = new Server();
    expect(server.fill(buildWantedAccount(change))).toEqual(expected);
    expect(server.fill(buildWantedAccount(change))).toEqual([]);
  });

  test('the ledger reverts bans, links and ranks that ended, and removes ranks before it adds others', () => {
    const server = new Server();
    server.fill(
      buildWantedAccount({
        userId: 101,
        ban: noBan,
        ranks: new Map([
          ['vip', true],
          ['mvp', false],
        ]),
      }),
    );
    expect(
      server.fill(
        buildWantedAccount({
          userId: 101,
          ranks: new Map([
            ['mvp', true],
            ['vip', false],
          ]),
        }),
      ),
    ).toEqual([unban, { kind: 'rank.remove', rank: 'vip' }, { kind: 'rank.add', rank: 'mvp' }]);
    expect(server.fill(buildWantedAccount({ ranks: new Map([['mvp', false]]) }))).toEqual([
      { kind: 'unlink' },
      { kind: 'rank.remove', rank: 'mvp' },
    ]);
  });

  test('a changed ban gets another ledger entry', () => {
    const server = new Server();
    server.fill(buildWantedAccount({ ban: noBan }));
    const until = '2027-01-01T00:00:00.000Z';
    expect(server.fill(buildWantedAccount({ ban: { ...noBan, until } }))).toEqual([{ ...ban, until }]);
  });

  test('the ledger ignores ranks that are not mapped', () => {
    const server = new Server();
    server.fill(buildWantedAccount({ ranks: new Map([['vip', true]]) }));
    expect(server.fill(buildWantedAccount())).toEqual([]);
  });

  test('limits the number of ledger entries in one append', () => {
    const accounts = Array.from({ length: maxEntriesAtOnce + 5 }, (_, n) =>
      buildWantedAccount({ accountId: n + 1, ban: noBan }),
    );
    const server = new Server();
    expect([server.fill(...accounts), server.fill(...accounts)].map(({ length }) => length)).toEqual([100, 5]);
  });
});

describe('game server reports', () => {
  test('a reported change never returns to the game server that reported it', () => {
    expect(new Server().report(ban).fill(buildWantedAccount({ ban: noBan }))).toEqual([]);
    expect(
      new Server()
        .report({ kind: 'rank.add', rank: 'vip' })
        .fill(buildWantedAccount({ ranks: new Map([['vip', true]]) })),
    ).toEqual([]);
  });

  test('the ledger reverts a reported change that the site refused', () => {
    expect(new Server().report(ban).fill(buildWantedAccount())).toEqual([unban]);
  });

  test('a report does not override an entry that the game server had not applied yet', () => {
    const server = new Server();
    server.fill(buildWantedAccount({ ban: noBan }));
    server.fill(buildWantedAccount());
    // The server banned the player before it applied the second entry, which will unban them.
    server.report(ban, 1);
    expect(server.fill(buildWantedAccount({ ban: noBan }))).toEqual([ban]);
  });

  test('after a reset, the ledger repeats the changes that the game server had reported', () => {
    const server = new Server().report(ban);
    expect(server.fill(buildWantedAccount({ ban: noBan }))).toEqual([]);
    expect(server.reset().fill(buildWantedAccount({ ban: noBan }))).toEqual([ban]);
  });

  test('a report conflicts only with unapplied entries about the same kind of change', () => {
    const server = new Server();
    server.fill(buildWantedAccount({ ban: noBan, ranks: new Map([['vip', true]]) }));
    const listConflicts = (kind: 'bans' | 'ranks') =>
      [0, 1, 2].map((position) => findConflict(server.entries, accountId, kind, position) !== null);
    expect([listConflicts('bans'), listConflicts('ranks')]).toEqual([
      [true, false, false],
      [true, true, false],
    ]);
    expect(findConflict(server.entries, 96, 'bans', 0)).toBeNull();
  });
});

describe('temporary bans', () => {
  const endedBan = { ...noBan, until: '2026-11-21T12:30:00.000Z' };

  test('the expiry of a temporary ban gets a single entry', () => {
    const server = new Server();
    server.fill(buildWantedAccount({ ban: endedBan }));
    expect(listEndedBans(server.entries, server.reports, endedBan.until)).toEqual([accountId]);
    expect(listEndedBans(server.entries, server.reports, at)).toEqual([]);
    expect(server.fill(buildWantedAccount())).toEqual([unban]);
    expect(listEndedBans(server.entries, server.reports, now)).toEqual([]);
  });

  test('a game server ends the temporary bans that it imposed, without an entry', () => {
    const server = new Server().report({ ...ban, until: endedBan.until });
    expect(listEndedBans(server.entries, server.reports, now)).toEqual([]);
    expect(server.fill(buildWantedAccount())).toEqual([]);
  });
});

test('a game server has the state that the site wants once it has applied its ledger, after any history', () => {
  const rank = fc.constantFrom('vip', 'mvp');
  const wantedNow = fc.record({
    ban: fc.constantFrom(null, noBan),
    userId: fc.constantFrom(null, 101),
    ranks: fc.record({ vip: fc.boolean(), mvp: fc.boolean() }).map((ranks) => new Map(Object.entries(ranks))),
  });
  const report = fc.oneof(
    fc.constantFrom<GameChange>(ban, unban),
    fc.record({ kind: fc.constantFrom('rank.add' as const, 'rank.remove' as const), rank }),
  );
  const steps = fc.array(fc.oneof(wantedNow, report, fc.constant('apply' as const), fc.constant('restore' as const)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(steps, wantedNow, (sequence, last) => {
      const server = new Server();
      let appliedCount = 0;
      const backups: [number, Map<string, unknown>][] = [];
      let state = new Map<string, unknown>();
      const perform = (change: GameChange) => {
        if (change.kind === 'ban' || change.kind === 'unban') state.set('ban', change.kind === 'ban');
        else if ('rank' in change) state.set(change.rank, change.kind === 'rank.add');
        else state.set('member', change.kind === 'link');
      };
      const applyUpTo = (position: number) => {
        for (; appliedCount < position; appliedCount++) perform(server.ledger[appliedCount]!);
      };
      for (const step of sequence) {
        backups.push([appliedCount, new Map(state)]);
        if (step === 'apply') applyUpTo(Math.min(appliedCount + 2, server.ledger.length));
        else if (step === 'restore') {
          [appliedCount, state] = backups[Math.floor(backups.length / 2)] ?? [0, new Map<string, unknown>()];
          state = new Map(state);
          backups.length = Math.floor(backups.length / 2);
          server.reset();
        } else if ('kind' in step) {
          perform(step);
          server.report(step, appliedCount);
        } else server.fill(buildWantedAccount(step));
      }
      server.fill(buildWantedAccount(last));
      applyUpTo(server.ledger.length);
      const has = (key: string) => state.get(key) ?? false;
      expect(['ban', 'member', 'vip', 'mvp'].map(has)).toEqual([
        last.ban !== null,
        last.userId !== null,
        last.ranks.get('vip'),
        last.ranks.get('mvp'),
      ]);
      const knownFacts = combineFacts(server.entries, server.reports, accountId, now);
      expect([knownFacts.ban !== null, knownFacts.userId]).toEqual([last.ban !== null, last.userId]);
    }),
    { numRuns: 2_000 },
  );
});

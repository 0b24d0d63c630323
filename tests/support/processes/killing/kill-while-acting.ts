import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { Actor, sendUntil, createActionLedger, createThreads, sendAction, type ActionLedger } from './acting.js';
import { registerCrowd, type KilledSite } from './killed-sites.js';
import { waitUntil } from '../network-site.js';
import { readReplies, readShownCounts } from '../posting.js';
import { verifyViews } from '../verify-views.js';
import { createRandom, seedOfRun } from '../../random.js';
import type { Person } from '../../site/member.js';

const members = 10;
const maxActingMs = 500; // The maximum time until a kill.
const maxKillsUntilMet = 20;
const maxUnshownMs = 120_000; // A projector may have to catch up.
const verifyEvery = 5; // The number of rounds between two verifications.

interface Round {
  killed: string;
  acknowledged: number;
  unanswered: number;
  inLog: number;
}

/**
 * Kills the site's processes at random moments while members act, and restarts them. Every acknowledged action must be
 * visible exactly once, and the views must equal a fresh fold. Continues beyond `kills` until a kill has hit an append
 * in progress.
 */
export async function killWhileActing(kills: number, start: () => Promise<KilledSite>): Promise<void> {
  const seed = seedOfRun();
  const random = createRandom(seed);
  const site = await start();
  onTestFinished(() => site.close());
  const people = await registerCrowd(site.server, members);
  const actors = [...people.admins, ...people.members].map((person) => new Actor(person, random));
  for (const actor of actors.slice(0, people.admins.length)) await actor.makeRole();
  const [admin] = people.admins as [Person];
  const threads = await createThreads(admin);
  const rounds: Round[] = [];
  const countHits = () => rounds.filter(({ inLog }) => inLog > 0).length;
  while (rounds.length < kills || (countHits() === 0 && rounds.length < maxKillsUntilMet)) {
    rounds.push(await runRound(site, actors, threads, random));
    await expectExactly(actors, threads, admin);
    const isLast = rounds.length >= kills;
    if (isLast || rounds.length % verifyEvery === 0) expect(await verifyViews(admin)).toBe('No difference.');
    if (rounds.length % 10 === 0) console.log(`${rounds.length} kills, seed ${seed}`);
  }
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const totals = { acknowledged: sum((round) => round.acknowledged), unanswered: sum((round) => round.unanswered) };
  const countKills = (victim: string) => rounds.filter(({ killed }) => killed === victim).length;
  const victims = ['server', 'projector', 'both'].map((victim) => `${victim} ${countKills(victim)}`).join(', ');
  console.log(
    `seed ${seed}: ${rounds.length} kills (${victims}), ${JSON.stringify(totals)}; ` +
      `${countHits()} met an append in flight`,
  );
  expect(countHits(), 'kills during an append').toBeGreaterThan(0);
}

/** Resends unanswered actions after the restart. */
async function runRound(
  site: KilledSite,
  actors: readonly Actor[],
  threads: readonly number[],
  random: () => number,
): Promise<Round> {
  const ledger = createActionLedger();
  const stopSignal = new AbortController();
  const actions = sendUntil(ledger, actors, threads, stopSignal.signal);
  while (ledger.acknowledged === 0 && ledger.refused.length === 0) await sleep(1);
  await sleep(random() * maxActingMs);
  const victim = await site.kill(random);
  stopSignal.abort();
  await actions;
  expect(ledger.refused, 'nothing is refused before the kill').toEqual([]);
  const loggedWithoutResponse = countUnansweredReplies(ledger, site);

  await site.restart();
  const retryLedger = createActionLedger();
  await Promise.all(ledger.unanswered.map((action) => sendAction(retryLedger, action)));
  expect(retryLedger.refused).toEqual([]);
  expect(retryLedger.acknowledged, 'every repeated action is answered').toBe(ledger.unanswered.length);
  const acknowledgedCount = ledger.acknowledged + retryLedger.acknowledged;
  return {
    killed: victim,
    acknowledged: acknowledgedCount,
    unanswered: ledger.unanswered.length,
    inLog: loggedWithoutResponse,
  };
}

const onceEach = new Set(['ReplyPosted.v1', 'ReplyEdited.v1', 'Reacted.v1', 'RoleChanged.v1']);

function countUnansweredReplies({ unanswered }: ActionLedger, site: KilledSite): number {
  const loggedCommands = site.log().filter(({ type }) => onceEach.has(type));
  const commands = new Set(loggedCommands.map(({ commandId }) => commandId));
  expect(commands.size, 'no command is in the log twice').toBe(loggedCommands.length);
  return unanswered.filter(({ commandId }) => commandId !== undefined && commands.has(commandId)).length;
}

/** Expects exactly the acknowledged actions, with the right counts. */
async function expectExactly(actors: readonly Actor[], threads: readonly number[], reader: Person): Promise<void> {
  const expectedState = computeExpectedState(actors, threads);
  const readState = () => readShownState(actors, threads, reader);
  const isExpected = (state: unknown) => JSON.stringify(state) === JSON.stringify(expectedState);
  // A projector may not have folded all acknowledged actions yet.
  await waitUntil(readState, isExpected, maxUnshownMs).catch(() => undefined);
  expect(await readState()).toEqual(expectedState);
}

const formatLine = (threadId: number, userId: number | undefined, text: string) => `${threadId} ${userId} ${text}`;

function computeExpectedState(actors: readonly Actor[], threads: readonly number[]) {
  const replies = actors.flatMap(({ person, replies }) =>
    [...replies.values()].map(({ threadId, content }) => ({
      threadId,
      text: formatLine(threadId, person.me?.id, content),
    })),
  );
  return {
    replies: replies.map(({ text }) => text).sort(),
    byThread: threads.map((id) => replies.filter(({ threadId }) => threadId === id).length),
    bySection: threads.length + replies.length,
    byMember: actors.map(({ replies }, n) => replies.size + (n === 0 ? threads.length : 0)),
    reactions: actors.map(({ reactions }) => threads.map((id) => reactions.get(id) ?? null)),
    roles: actors.flatMap(({ role }) => (role ? [role.name] : [])),
  };
}

async function readShownState(
  actors: readonly Actor[],
  threads: readonly number[],
  reader: Person,
): Promise<ReturnType<typeof computeExpectedState>> {
  const rows = (await Promise.all(threads.map((id) => readReplies(reader, id)))).flat();
  const counts = await readShownCounts(reader, threads);
  const roles = (await reader.call('GET', '/admin/roles')).body as { id: number; name: string }[];
  return {
    replies: rows.map((row) => formatLine(row.thread_id, row.user_id, row.content)).sort(),
    byThread: threads.map((id) => counts.byThread.get(id) ?? -1),
    bySection: counts.bySection.get('community') ?? -1,
    byMember: actors.map(({ person }) => counts.byMember.get(person.me?.id ?? 0) ?? 0),
    reactions: await Promise.all(actors.map((actor) => readReactions(actor, threads))),
    roles: actors.flatMap(({ role }) => (role ? [roles.find(({ id }) => id === role.id)?.name ?? ''] : [])),
  };
}

async function readReactions({ person }: Actor, threads: readonly number[]): Promise<(string | null)[]> {
  const ownReactions = threads.map(async (id) => {
    const { body } = await person.call('GET', `/forums/reactions/${id}`);
    return (body as Record<string, string>)[id] ?? null;
  });
  return Promise.all(ownReactions);
}

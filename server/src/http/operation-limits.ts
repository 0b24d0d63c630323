import { idIn } from '../request/input.js';
import { addressOf, type LimitKind, type Limits } from '../request/rate-limits.js';
import type { Identity } from '../request/request-context.js';

/** What the limits read of a call. */
interface Counted {
  identity: Identity | null;
  ip: string | undefined;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

/** One limit of an operation, by which a call is counted before it runs. */
export interface OperationLimit {
  kind: LimitKind;
  /** Under which key the call is counted; null where only the operation itself finds out for whom, and counts there. */
  who: ((call: Counted) => string) | null;
  /** How many tries the call is: 1 where it is absent. */
  points?: (call: Counted) => number;
}

/** Counts the member; a guest by their address. */
const memberOf = ({ identity, ip }: Counted): string => (identity ? String(identity.userId) : addressOf({ ip }));

export const perMember = (kind: LimitKind): OperationLimit => ({ kind, who: memberOf });

export const perAddress = (kind: LimitKind): OperationLimit => ({ kind, who: addressOf });

/** What one member does to one text: the one that `:id` names. */
export const perText = (of: 'thread' | 'post' | 'wall'): OperationLimit => ({
  kind: 'change-text',
  who: (call) => `${of} ${idIn(call.params.id)} ${memberOf(call)}`,
});

/** A bulk call counts as many times as it names members or threads. */
export const perTarget: OperationLimit = {
  kind: 'bulk',
  who: memberOf,
  points: ({ body }) => (body as { ids: unknown[] }).ids.length,
};

/** Counted by the operation, once it knows for whom. */
export const countedInside = (kind: LimitKind): OperationLimit => ({ kind, who: null });

/** Counts a call by each limit that is counted before it runs. @throws TooMany; Refusal not-found for no id */
export async function countCall(limits: Limits, of: readonly OperationLimit[], call: Counted): Promise<void> {
  for (const { kind, who, points } of of) {
    if (who) await limits.take(kind, who(call), points?.(call));
  }
}

import { idIn } from '../request/input.js';
import { addressOf, type LimitKind, type Limits } from '../request/rate-limits.js';
import type { Identity } from '../request/request-context.js';

interface Counted {
  identity: Identity | null;
  ip: string | undefined;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

export interface OperationLimit {
  kind: LimitKind;
  /** The key under which the call is counted; null if the operation counts it once it knows the key. */
  who: ((call: Counted) => string) | null;
  /** How many attempts the call counts as: 1 if undefined. */
  points?: (call: Counted) => number;
}

/** Guests are counted by address. */
const memberOf = ({ identity, ip }: Counted): string => (identity ? String(identity.userId) : addressOf({ ip }));

export const perMember = (kind: LimitKind): OperationLimit => ({ kind, who: memberOf });

export const perAddress = (kind: LimitKind): OperationLimit => ({ kind, who: addressOf });

/** Counts what one member does to the text with the id `:id`. */
export const perText = (of: 'thread' | 'post' | 'wall'): OperationLimit => ({
  kind: 'change-text',
  who: (call) => `${of} ${idIn(call.params.id)} ${memberOf(call)}`,
});

/** A bulk call counts once for each member or thread. */
export const perTarget: OperationLimit = {
  kind: 'bulk',
  who: memberOf,
  points: ({ body }) => (body as { ids: unknown[] }).ids.length,
};

/** For operations that count the call themselves. */
export const countedInside = (kind: LimitKind): OperationLimit => ({ kind, who: null });

/** @throws TooMany; Refusal not-found for an invalid id */
export async function countCall(limits: Limits, of: readonly OperationLimit[], call: Counted): Promise<void> {
  for (const { kind, who, points } of of) {
    if (who) await limits.take(kind, who(call), points?.(call));
  }
}

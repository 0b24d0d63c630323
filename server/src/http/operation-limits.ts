import { parseId } from '../request/input.js';
import { normalizeAddress, type LimitKind, type Limits } from '../request/rate-limits.js';
import type { Identity } from '../request/request-context.js';

interface LimitedCall {
  identity: Identity | null;
  ip: string | undefined;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

export interface OperationLimit {
  kind: LimitKind;
  /** Returns the key under which the call is counted. Null means that the operation counts its calls itself. */
  keyOf: ((call: LimitedCall) => string) | null;
  points?: (call: LimitedCall) => number;
}

const getMemberKey = ({ identity, ip }: LimitedCall): string =>
  identity ? String(identity.userId) : normalizeAddress({ ip });

export const limitPerMember = (kind: LimitKind): OperationLimit => ({ kind, keyOf: getMemberKey });

export const limitPerAddress = (kind: LimitKind): OperationLimit => ({ kind, keyOf: normalizeAddress });

export const limitPerText = (of: 'thread' | 'post' | 'wall'): OperationLimit => ({
  kind: 'change-text',
  keyOf: (call) => `${of} ${parseId(call.params.id)} ${getMemberKey(call)}`,
});

export const perTarget: OperationLimit = {
  kind: 'bulk',
  keyOf: getMemberKey,
  points: ({ body }) => (body as { ids: unknown[] }).ids.length,
};

export const countInHandler = (kind: LimitKind): OperationLimit => ({ kind, keyOf: null });

export async function countCall(limits: Limits, of: readonly OperationLimit[], call: LimitedCall): Promise<void> {
  for (const { kind, keyOf, points } of of) {
    if (keyOf) await limits.take(kind, keyOf(call), points?.(call));
  }
}

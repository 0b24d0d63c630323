import { createView, type Change, type EventOf, type Get } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** There is one document per pair, created when one of them first ignores or mutes the other. */
export interface IgnoreDocument extends ViewDocument {
  /** Has the form `<user>:<ignored>`. */
  id: string;
  userId: number;
  ignoredId: number;
  /** Whether the member is ignored. */
  active: boolean;
  muted: boolean;
  order: string;
}

export const ignoresView = createView(
  {
    ignores: {
      indexes: [
        ['userId', 'active', 'order'],
        ['userId', 'muted', 'order'],
      ],
    },
  },
  {
    'Ignored.v1': changeIgnore,
    'Unignored.v1': changeIgnore,
    'MemberMuted.v1': changeMute,
    'MemberUnmuted.v1': changeMute,
  },
);

function changeIgnore({ type, data, position: order }: EventOf<'Ignored.v1' | 'Unignored.v1'>, get: Get): Change[] {
  const previousDocument = findDocumentBefore(data.userId, data.ignoredId, get);
  return [{ collection: 'ignores', document: { ...previousDocument, active: type === 'Ignored.v1', order } }];
}

function changeMute(
  { type, data, position: order }: EventOf<'MemberMuted.v1' | 'MemberUnmuted.v1'>,
  get: Get,
): Change[] {
  const previousDocument = findDocumentBefore(data.userId, data.mutedId, get);
  return [{ collection: 'ignores', document: { ...previousDocument, muted: type === 'MemberMuted.v1', order } }];
}

function findDocumentBefore(userId: number, ignoredId: number, get: Get): Omit<IgnoreDocument, 'order' | 'pos'> {
  const id = `${userId}:${ignoredId}`;
  const { active = false, muted = false } = get<IgnoreDocument>('ignores', id) ?? {};
  return { id, userId, ignoredId, active, muted };
}

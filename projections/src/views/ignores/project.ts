import { viewOf, type Change, type EventOf } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** There is one document per pair, created by the first ignore. */
export interface IgnoreDocument extends ViewDocument {
  /** Has the form `<user>:<ignored>`. */
  id: string;
  userId: number;
  ignoredId: number;
  active: boolean;
  order: string;
}

export const ignoresView = viewOf(
  { ignores: { indexes: [['userId', 'active', 'order']] } },
  { 'Ignored.v1': changeIgnore, 'Unignored.v1': changeIgnore },
);

function changeIgnore({ type, data, position: order }: EventOf<'Ignored.v1' | 'Unignored.v1'>): Change[] {
  const { userId, ignoredId } = data;
  const document = { id: `${userId}:${ignoredId}`, userId, ignoredId, active: type === 'Ignored.v1', order };
  return [{ collection: 'ignores', document }];
}

import type { View } from '../../view.js';
import type { ViewDocument } from '../../view-store.js';

/** A member's ignores: one document per pair, from the first time on. */
export interface IgnoreDocument extends ViewDocument {
  /** `<user>:<ignored>` */
  id: string;
  userId: number;
  ignoredId: number;
  active: boolean;
  /** Position of the newest change. */
  order: string;
}

export const ignoresView: View = {
  schema: { ignores: { indexes: [['userId', 'active', 'order']] } },
  events: ['Ignored.v1', 'Unignored.v1'],

  project(event) {
    if (event.type !== 'Ignored.v1' && event.type !== 'Unignored.v1') return [];
    const { userId, ignoredId } = event.data;
    const isIgnored = event.type === 'Ignored.v1';
    const document = { id: `${userId}:${ignoredId}`, userId, ignoredId, active: isIgnored, order: event.position };
    return [{ collection: 'ignores', document }];
  },
};

import { can, type Action } from '@guildhall/domain/permissions.js';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import type { BulkAction } from './texts.js';

const requiredActions: Record<BulkAction, Action> = {
  lock: 'lock-thread',
  unlock: 'lock-thread',
  stick: 'stick-thread',
  unstick: 'stick-thread',
  move: 'move-thread',
  delete: 'delete-thread',
  restore: 'restore-thread',
};
export const bulkActions = Object.keys(requiredActions) as BulkAction[];

export function useMayModerate(place: Place): (action: BulkAction) => boolean {
  const actor = useActor();
  return (action) => can(actor, requiredActions[action], { flags: getPlaceRow(place).can });
}

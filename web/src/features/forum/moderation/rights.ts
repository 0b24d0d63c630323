import { can, type Action } from '@guildhall/domain/permissions.js';
import { nearest, type Place } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';

export interface ModerationRights {
  lock: boolean;
  pin: boolean;
  move: boolean;
  remove: boolean;
  restore: boolean;
}

export function useModerationRights(place: Place): ModerationRights {
  const actor = useActor();
  const may = (action: Action) => can(actor, action, { flags: nearest(place).can });
  return {
    lock: may('lock-thread'),
    pin: may('stick-thread'),
    move: may('move-thread'),
    remove: may('delete-thread'),
    restore: may('restore-thread'),
  };
}

export const mayModerate = (rights: ModerationRights): boolean => Object.values(rights).some(Boolean);

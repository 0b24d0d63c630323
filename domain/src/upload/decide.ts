import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { UploadEvent } from './events.js';

export interface UploadCommand {
  type: 'RemoveUpload';
  uploadId: string;
  ownerId: number;
}

/** Covers only removals by staff. Members remove unused pictures without an event. */
export const upload: Decider<{ removed: boolean }, UploadCommand, UploadEvent, { actor: Actor }> = {
  initial: () => ({ removed: false }),
  evolve: () => ({ removed: true }),

  decide({ uploadId, ownerId }, { removed }, { actor }) {
    if (!can(actor, 'manage-uploads')) throw new Refusal('not-found');
    return removed ? [] : [{ type: 'UploadRemoved.v1', data: { uploadId, ownerId } }];
  },
};

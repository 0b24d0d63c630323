import { upcastEvent } from '@guildhall/domain/events.js';
import type { Reaction } from '../reactions/reaction.js';
import type { Uploads } from './uploads.js';

/** Completes interrupted removals by Admins. */
export function removeUploads({ uploads }: { uploads: Pick<Uploads, 'completeRemoval'> }): Reaction {
  return {
    name: 'remove-uploads',
    events: ['UploadRemoved.v1'],
    async handle({ type, data }) {
      const event = upcastEvent(type, data);
      if (event?.type === 'UploadRemoved.v1') await uploads.completeRemoval(event.data.uploadId);
    },
  };
}

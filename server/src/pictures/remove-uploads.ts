import { upcastEvent } from '@guildhall/domain/events.js';
import type { OwnedFiles } from '../files/owned-files.js';
import type { Reaction } from '../reactions/reaction.js';

/** Removes what an interrupted removal by an Admin has left. */
export function removeUploads({ files }: { files: Pick<OwnedFiles, 'remove'> }): Reaction {
  return {
    name: 'remove-uploads',
    events: ['UploadRemoved.v1'],
    async handle({ type, data }) {
      const event = upcastEvent(type, data);
      if (event?.type === 'UploadRemoved.v1') await files.remove(event.data.uploadId);
    },
  };
}

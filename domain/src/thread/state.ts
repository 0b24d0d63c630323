import { mergeAddressed, type AddressedMembers } from '../post/addressed.js';
import type { Place } from '../structure/state.js';
import { toUploadsField, type WithUploads } from '../uploads.js';
import type { ThreadEvent } from './events.js';

export interface ExistingThread extends Place, AddressedMembers, WithUploads {
  status: 'active' | 'deleted';
  threadId: number;
  authorId: number;
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  prefixId: number | null;
  /** The reply may have been deleted since. */
  solutionId: number | null;
  version: number;
}
export type ThreadState = { status: 'none' } | ExistingThread;

export function evolveThread(state: ThreadState, event: ThreadEvent): ThreadState {
  if (event.type === 'ThreadCreated.v1') {
    return { status: 'active', ...event.data, prefixId: event.data.prefixId ?? null, solutionId: null, version: 1 };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ThreadEdited.v1': {
      const { uploads: _, ...others } = state;
      const { title, content } = event.data;
      return Object.assign(others, mergeAddressed(state, event.data), toUploadsField(event.data), {
        title,
        content,
        version: state.version + 1,
      });
    }
    case 'ThreadPrefixSet.v1':
      return { ...state, prefixId: event.data.prefixId };
    case 'ThreadSolutionSet.v1':
      return { ...state, solutionId: event.data.postId };
    case 'ThreadLocked.v1':
      return { ...state, locked: true };
    case 'ThreadUnlocked.v1':
      return { ...state, locked: false };
    case 'ThreadPinned.v1':
      return { ...state, sticky: true };
    case 'ThreadUnpinned.v1':
      return { ...state, sticky: false };
    case 'ThreadMoved.v1':
      return { ...state, sectionId: event.data.sectionId, subsectionId: event.data.subsectionId };
    case 'ThreadDeleted.v1':
      return { ...state, status: 'deleted' };
    case 'ThreadRestored.v1':
      return { ...state, status: 'active' };
    default:
      return state;
  }
}

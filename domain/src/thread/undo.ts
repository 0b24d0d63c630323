import type { ThreadCommand } from './decide.js';
import type { ThreadEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function threadFieldsOf({ type, data }: ThreadEvent): string[] {
  switch (type) {
    case 'ThreadCreated.v1':
      return [];
    case 'ThreadEdited.v1':
      return [`text of thread ${data.threadId}`];
    case 'ThreadPrefixSet.v1':
      return [`prefix of thread ${data.threadId}`];
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
      return [`lock of thread ${data.threadId}`];
    case 'ThreadPinned.v1':
    case 'ThreadUnpinned.v1':
      return [`pin of thread ${data.threadId}`];
    case 'ThreadMoved.v1':
      return [`place of thread ${data.threadId}`];
    case 'ThreadDeleted.v1':
    case 'ThreadRestored.v1':
      return [`thread ${data.threadId}`];
  }
}

/** The command that undoes an event; null for texts, which are edited instead. */
export function threadInverseOf({ type, data }: ThreadEvent): ThreadCommand | null {
  switch (type) {
    case 'ThreadCreated.v1':
    case 'ThreadEdited.v1':
      return null;
    case 'ThreadPrefixSet.v1':
      return { type: 'ChangeThread', prefixId: data.before, isRestore: true };
    case 'ThreadLocked.v1':
    case 'ThreadUnlocked.v1':
      return { type: 'ChangeThread', locked: type === 'ThreadUnlocked.v1' };
    case 'ThreadPinned.v1':
    case 'ThreadUnpinned.v1':
      return { type: 'ChangeThread', sticky: type === 'ThreadUnpinned.v1' };
    case 'ThreadMoved.v1':
      return { type: 'MoveThread', place: data.before, isRestore: true };
    case 'ThreadDeleted.v1':
      return { type: 'RestoreThread' };
    case 'ThreadRestored.v1':
      return { type: 'DeleteThread' };
  }
}

import type { Decider } from '../decider.js';
import { can, resolveFlags, type Action, type Actor, type PlaceFlags } from '../permissions.js';
import { omitEmptyLists, selectNewlyAddressed, type AddressedMembers } from '../post/addressed.js';
import { Refusal } from '../refusals.js';
import { findOfferedPrefix } from '../structure/prefixes.js';
import { findEntries, getPlace, listSubsections, type Place, type StructureState } from '../structure/state.js';
import { toUploadsField, type WithUploads } from '../uploads.js';
import { toWatchField } from '../watch/events.js';
import type { ThreadEvent } from './events.js';
import { evolveThread, type ExistingThread, type ThreadState } from './state.js';

/** Sealing is deterministic, so equal titles or contents by one author yield equal strings. */
export type ThreadCommand =
  | ({
      type: 'CreateThread';
      threadId: number;
      place: Place;
      title: string;
      content: string;
      locked: boolean;
      sticky: boolean;
      prefixId?: number | null | undefined;
      watch?: boolean;
    } & AddressedMembers &
      WithUploads)
  /** Omitted fields stay unchanged. `isRestore` restores a former prefix even if the section no longer offers it. */
  | ({
      type: 'ChangeThread';
      title?: string;
      content?: string;
      locked?: boolean | undefined;
      sticky?: boolean | undefined;
      prefixId?: number | null | undefined;
      ifVersions?: readonly number[] | undefined;
      isRestore?: true;
    } & AddressedMembers &
      WithUploads)
  /** `isRestore` means that the thread was in this place before, possibly while the section accepted direct threads. */
  | { type: 'MoveThread'; place: Place; isRestore?: true }
  /** `isRestore` means that the thread had this solution before. The reply may have been deleted since. */
  | { type: 'SetSolution'; postId: number | null; isRestore?: true }
  | { type: 'DeleteThread' }
  | { type: 'RestoreThread' };

export interface ThreadContext {
  actor: Actor;
  structure: Readonly<StructureState>;
  /** True if `SetSolution` refers to a visible reply in this thread. */
  isReply?: boolean;
}

export const thread: Decider<ThreadState, ThreadCommand, ThreadEvent, ThreadContext> = {
  initial: () => ({ status: 'none' }),
  evolve: evolveThread,
  decide(command, state, context) {
    if (command.type === 'CreateThread') return create(command, state, context);
    const thread = requireVisible(state, context);
    switch (command.type) {
      case 'ChangeThread':
        return change(command, thread, context);
      case 'MoveThread':
        return move(command, thread, context);
      case 'SetSolution':
        return setSolution(command, thread, context);
      case 'DeleteThread':
        requirePermission(context, 'delete-thread', thread);
        return thread.status === 'deleted' ? [] : [{ type: 'ThreadDeleted.v1', data: { threadId: thread.threadId } }];
      case 'RestoreThread':
        requirePermission(context, 'restore-thread', thread);
        return thread.status === 'active' ? [] : [{ type: 'ThreadRestored.v1', data: { threadId: thread.threadId } }];
    }
  },
};

function create(
  command: Extract<ThreadCommand, { type: 'CreateThread' }>,
  state: Readonly<ThreadState>,
  { actor, structure }: ThreadContext,
): ThreadEvent[] {
  if (actor.userId === null) throw new Refusal('must-be-logged-in');
  const flags = requirePlaceFlags(actor, structure, command.place);
  if (!can(actor, 'create-thread', { flags })) {
    throw new Refusal('forbidden', undefined, "You don't have permission to start threads here.");
  }
  requireDirectThreads(structure, command.place);
  if (command.locked && !can(actor, 'lock-thread', { flags })) throw new Refusal('forbidden', 'locked');
  if (command.sticky && !can(actor, 'stick-thread', { flags })) throw new Refusal('forbidden', 'sticky');
  const { prefixId = null } = command;
  requireOfferedPrefix(structure, command.place, prefixId);
  if (state.status !== 'none') throw new Refusal('id-in-use');
  const { threadId, place, title, content, locked, sticky } = command;
  const { sectionId, subsectionId } = place;
  const data = { threadId, sectionId, subsectionId, authorId: actor.userId, title, content, locked, sticky };
  const prefix = prefixId === null ? {} : { prefixId };
  Object.assign(data, prefix, omitEmptyLists(command), toUploadsField(command), toWatchField(command));
  return [{ type: 'ThreadCreated.v1', data }];
}

function change(
  command: Extract<ThreadCommand, { type: 'ChangeThread' }>,
  thread: ExistingThread,
  context: ThreadContext,
): ThreadEvent[] {
  const { threadId } = thread;
  const { title = thread.title, content = thread.content } = command;
  const textsChanged = title !== thread.title || content !== thread.content;
  const lockChanged = command.locked !== undefined && command.locked !== thread.locked;
  const pinChanged = command.sticky !== undefined && command.sticky !== thread.sticky;
  const { prefixId = thread.prefixId } = command;
  const prefixChanged = prefixId !== thread.prefixId;
  // Locking requires no permission to edit. A command without changes requires permission to edit, lock or pin.
  const hasTexts = command.title !== undefined || command.content !== undefined;
  if (textsChanged || prefixChanged || (hasTexts && !(lockChanged || pinChanged))) {
    requirePermission(context, 'edit-thread', thread);
  }
  if (lockChanged) requirePermission(context, 'lock-thread', thread, 'locked');
  if (pinChanged) requirePermission(context, 'stick-thread', thread, 'sticky');
  if (prefixChanged && !command.isRestore) requireOfferedPrefix(context.structure, thread, prefixId);
  if (command.ifVersions?.includes(thread.version) === false) throw new Refusal('changed-since');
  const events: ThreadEvent[] = [];
  if (textsChanged) {
    const { uploads } = command.content === undefined ? thread : command;
    const data = { threadId, title, content, ...selectNewlyAddressed(thread, command), ...toUploadsField({ uploads }) };
    events.push({ type: 'ThreadEdited.v1', data });
  }
  if (prefixChanged) events.push({ type: 'ThreadPrefixSet.v1', data: { threadId, prefixId, before: thread.prefixId } });
  if (lockChanged) events.push({ type: command.locked ? 'ThreadLocked.v1' : 'ThreadUnlocked.v1', data: { threadId } });
  if (pinChanged) events.push({ type: command.sticky ? 'ThreadPinned.v1' : 'ThreadUnpinned.v1', data: { threadId } });
  return events;
}

function move(
  { place, isRestore }: Extract<ThreadCommand, { type: 'MoveThread' }>,
  thread: ExistingThread,
  context: ThreadContext,
): ThreadEvent[] {
  const flags = requirePlaceFlags(context.actor, context.structure, thread);
  const destination = requirePlaceFlags(context.actor, context.structure, place);
  if (!can(context.actor, 'move-thread', { flags, destination })) throw new Refusal('forbidden');
  if (!isRestore) requireDirectThreads(context.structure, place);
  const { sectionId, subsectionId } = thread;
  if (place.sectionId === sectionId && place.subsectionId === subsectionId) return [];
  return [
    { type: 'ThreadMoved.v1', data: { threadId: thread.threadId, ...place, before: { sectionId, subsectionId } } },
  ];
}

function setSolution(
  { postId, isRestore }: Extract<ThreadCommand, { type: 'SetSolution' }>,
  thread: ExistingThread,
  context: ThreadContext,
): ThreadEvent[] {
  const { threadId, solutionId: previousPostId } = thread;
  requirePermission(context, 'mark-solution', thread);
  if (postId !== null && !isRestore) {
    if (!getPlace(context.structure, thread)?.section.questions) throw new Refusal('no-questions');
    if (!context.isReply) throw new Refusal('solution-reply', 'post_id');
  }
  return postId === previousPostId
    ? []
    : [{ type: 'ThreadSolutionSet.v1', data: { threadId, postId, before: previousPostId } }];
}

/** Only members who may restore a deleted thread may see it. */
function requireVisible(state: Readonly<ThreadState>, { actor, structure }: ThreadContext): ExistingThread {
  if (state.status === 'none') throw new Refusal('not-found');
  const flags = requirePlaceFlags(actor, structure, state);
  if (state.status === 'deleted' && !can(actor, 'restore-thread', { flags })) throw new Refusal('not-found');
  if (actor.userId === null) throw new Refusal('must-be-logged-in');
  return state;
}

export function requirePlaceFlags(actor: Actor, structure: Readonly<StructureState>, place: Place): PlaceFlags {
  const entries = findEntries(structure, place);
  const flags = entries && resolveFlags(actor, entries);
  if (!flags?.can_view) throw new Refusal('not-found');
  return flags;
}

/** A section without direct threads accepts threads only in its subsections, provided that it has any. */
function requireDirectThreads(structure: Readonly<StructureState>, place: Place): void {
  const section = getPlace(structure, place)?.section;
  if (place.subsectionId !== null || section?.allowThreadsDirect) return;
  if (listSubsections(structure, place.sectionId).length > 0) throw new Refusal('threads-not-direct');
}

function requireOfferedPrefix(structure: Readonly<StructureState>, place: Place, prefixId: number | null): void {
  if (prefixId === null || findOfferedPrefix(structure, place.sectionId, prefixId)) return;
  throw new Refusal('validation', 'prefix_id', 'This section does not offer that prefix.');
}

function requirePermission(
  { actor, structure }: ThreadContext,
  action: Action,
  thread: ExistingThread,
  field?: string,
): void {
  const flags = requirePlaceFlags(actor, structure, thread);
  if (!can(actor, action, { flags, authorId: thread.authorId, locked: thread.locked })) {
    throw new Refusal('forbidden', field);
  }
}

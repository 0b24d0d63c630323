import type { Decider } from '../decider.js';
import { can, flagsOf, type Action, type Actor, type PlaceFlags } from '../permissions.js';
import { addressed, type Addressed } from '../post/addressed.js';
import { Refusal } from '../refusals.js';
import { entriesOf, placeIn, subsectionsOf, type Place, type StructureState } from '../structure/state.js';
import type { ThreadEvent } from './events.js';

export interface StandingThread extends Place {
  status: 'standing' | 'deleted';
  threadId: number;
  authorId: number;
  /** Sealed. */
  title: string;
  content: string;
  locked: boolean;
  sticky: boolean;
  /** Grows with every edit of the texts: what an editor has seen. */
  version: number;
}
export type ThreadState = { status: 'none' } | StandingThread;

/** Texts are sealed under the author's key; sealing is deterministic, so the same text again is the same string. */
export type ThreadCommand =
  | ({
      type: 'CreateThread';
      threadId: number;
      place: Place;
      title: string;
      content: string;
      locked: boolean;
      sticky: boolean;
    } & Addressed)
  /** What is left out stays. `ifVersion`: what the sender has seen. */
  | {
      type: 'ChangeThread';
      title?: string;
      content?: string;
      locked?: boolean | undefined;
      sticky?: boolean | undefined;
      ifVersion?: number | undefined;
    }
  /** `asBefore`: it stood there once, perhaps before the section took threads in its subsections alone. */
  | { type: 'MoveThread'; place: Place; asBefore?: true }
  | { type: 'DeleteThread' }
  | { type: 'RestoreThread' };

export interface ThreadFacts {
  actor: Actor;
  structure: Readonly<StructureState>;
}

export const thread: Decider<ThreadState, ThreadCommand, ThreadEvent, ThreadFacts> = {
  initial: () => ({ status: 'none' }),
  evolve,
  decide(command, state, facts) {
    if (command.type === 'CreateThread') return create(command, state, facts);
    const here = seen(state, facts);
    switch (command.type) {
      case 'ChangeThread':
        return change(command, here, facts);
      case 'MoveThread':
        return move(command, here, facts);
      case 'DeleteThread':
        refuseUnless(facts, 'delete-thread', here);
        return here.status === 'deleted' ? [] : [{ type: 'ThreadDeleted.v1', data: { threadId: here.threadId } }];
      case 'RestoreThread':
        refuseUnless(facts, 'restore-thread', here);
        return here.status === 'standing' ? [] : [{ type: 'ThreadRestored.v1', data: { threadId: here.threadId } }];
    }
  },
};

function evolve(state: ThreadState, event: ThreadEvent): ThreadState {
  if (event.type === 'ThreadCreated.v1') return { status: 'standing', ...event.data, version: 1 };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ThreadEdited.v1':
      return { ...state, title: event.data.title, content: event.data.content, version: state.version + 1 };
    case 'ThreadLocked.v1':
      return { ...state, locked: true };
    case 'ThreadUnlocked.v1':
      return { ...state, locked: false };
    case 'ThreadStuck.v1':
      return { ...state, sticky: true };
    case 'ThreadUnstuck.v1':
      return { ...state, sticky: false };
    case 'ThreadMoved.v1':
      return { ...state, sectionId: event.data.sectionId, subsectionId: event.data.subsectionId };
    case 'ThreadDeleted.v1':
      return { ...state, status: 'deleted' };
    case 'ThreadRestored.v1':
      return { ...state, status: 'standing' };
    default:
      return state;
  }
}

function create(
  command: Extract<ThreadCommand, { type: 'CreateThread' }>,
  state: Readonly<ThreadState>,
  { actor, structure }: ThreadFacts,
): ThreadEvent[] {
  if (actor.userId === null) throw new Refusal('must-be-logged-in');
  const flags = visible(actor, structure, command.place);
  if (!can(actor, 'create-thread', { flags })) throw new Refusal('forbidden');
  refuseUnlessDirect(structure, command.place);
  if (command.locked && !can(actor, 'lock-thread', { flags })) throw new Refusal('forbidden', 'locked');
  if (command.sticky && !can(actor, 'stick-thread', { flags })) throw new Refusal('forbidden', 'sticky');
  if (state.status !== 'none') throw new Refusal('id-in-use');
  const { threadId, place, title, content, locked, sticky } = command;
  const { sectionId, subsectionId } = place;
  const data = { threadId, sectionId, subsectionId, authorId: actor.userId, title, content, locked, sticky };
  return [{ type: 'ThreadCreated.v1', data: Object.assign(data, addressed(command)) }];
}

function change(
  command: Extract<ThreadCommand, { type: 'ChangeThread' }>,
  here: StandingThread,
  facts: ThreadFacts,
): ThreadEvent[] {
  const { threadId } = here;
  const { title = here.title, content = here.content } = command;
  const edited = title !== here.title || content !== here.content;
  const locks = command.locked !== undefined && command.locked !== here.locked;
  const sticks = command.sticky !== undefined && command.sticky !== here.sticky;
  // A moderator who only locks need not be allowed to edit; who changes nothing must at least be allowed to try.
  const asksForTexts = command.title !== undefined || command.content !== undefined;
  if (edited || (asksForTexts && !(locks || sticks))) refuseUnless(facts, 'edit-thread', here);
  if (locks) refuseUnless(facts, 'lock-thread', here, 'locked');
  if (sticks) refuseUnless(facts, 'stick-thread', here, 'sticky');
  if (command.ifVersion !== undefined && command.ifVersion !== here.version) throw new Refusal('changed-since');
  const events: ThreadEvent[] = [];
  if (edited) events.push({ type: 'ThreadEdited.v1', data: { threadId, title, content } });
  if (locks) events.push({ type: command.locked ? 'ThreadLocked.v1' : 'ThreadUnlocked.v1', data: { threadId } });
  if (sticks) events.push({ type: command.sticky ? 'ThreadStuck.v1' : 'ThreadUnstuck.v1', data: { threadId } });
  return events;
}

function move(
  { place, asBefore }: Extract<ThreadCommand, { type: 'MoveThread' }>,
  here: StandingThread,
  facts: ThreadFacts,
): ThreadEvent[] {
  const flags = visible(facts.actor, facts.structure, here);
  const destination = visible(facts.actor, facts.structure, place);
  if (!can(facts.actor, 'move-thread', { flags, destination })) throw new Refusal('forbidden');
  if (!asBefore) refuseUnlessDirect(facts.structure, place);
  const { sectionId, subsectionId } = here;
  if (place.sectionId === sectionId && place.subsectionId === subsectionId) return [];
  return [{ type: 'ThreadMoved.v1', data: { threadId: here.threadId, ...place, before: { sectionId, subsectionId } } }];
}

/** The thread, where the actor may see it; a deleted one is seen by those who may restore it. */
function seen(state: Readonly<ThreadState>, { actor, structure }: ThreadFacts): StandingThread {
  if (state.status === 'none') throw new Refusal('not-found');
  const flags = visible(actor, structure, state);
  if (state.status === 'deleted' && !can(actor, 'restore-thread', { flags })) throw new Refusal('not-found');
  if (actor.userId === null) throw new Refusal('must-be-logged-in');
  return state;
}

/** What the actor may at a place. @throws Refusal not-found where he may not even see it. */
export function visible(actor: Actor, structure: Readonly<StructureState>, place: Place): PlaceFlags {
  const entries = entriesOf(structure, place);
  const flags = entries && flagsOf(actor, entries);
  if (!flags?.can_view) throw new Refusal('not-found');
  return flags;
}

/** A section without direct threads that has subsections takes threads only in these. */
function refuseUnlessDirect(structure: Readonly<StructureState>, place: Place): void {
  const section = placeIn(structure, place)?.section;
  if (place.subsectionId !== null || section?.allowThreadsDirect) return;
  if (subsectionsOf(structure, place.sectionId).length > 0) throw new Refusal('threads-not-direct');
}

function refuseUnless({ actor, structure }: ThreadFacts, action: Action, here: StandingThread, field?: string): void {
  const flags = visible(actor, structure, here);
  if (!can(actor, action, { flags, authorId: here.authorId, locked: here.locked })) {
    throw new Refusal('forbidden', field);
  }
}

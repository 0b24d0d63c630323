import { upcastEvent, streams, type DomainEvent } from '@guildhall/domain/events.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import type { PostEvent } from '@guildhall/domain/post/events.js';
import { postInverseOf } from '@guildhall/domain/post/undo.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { SettingsEvent } from '@guildhall/domain/settings/events.js';
import { settingsInverseOf } from '@guildhall/domain/settings/undo.js';
import type { StaffEvent } from '@guildhall/domain/staff/events.js';
import { staffInverseOf } from '@guildhall/domain/staff/undo.js';
import type { StructureEvent } from '@guildhall/domain/structure/events.js';
import { structureInverseOf } from '@guildhall/domain/structure/undo.js';
import type { ThemeEvent } from '@guildhall/domain/theme/events.js';
import { themeInverseOf } from '@guildhall/domain/theme/undo.js';
import type { ThreadEvent } from '@guildhall/domain/thread/events.js';
import { threadInverseOf } from '@guildhall/domain/thread/undo.js';
import type { WallEvent } from '@guildhall/domain/wall/events.js';
import { wallInverseOf } from '@guildhall/domain/wall/undo.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { CommandContext, Handled } from './handle.js';
import type { Commands } from './commands.js';

interface Dependencies {
  commands: Commands;
}

/**
 * Undoes an event on behalf of anyone who may do the opposite now: the opposite command, refused where a field of the
 * event was changed again since. @throws Refusal not-undoable (an erasure, or a text), changed-since with the name of
 * the field, and what the opposite command refuses
 */
export async function undo(
  { commands }: Dependencies,
  undoneEvent: StoredEvent,
  actor: Actor,
  undoContext: CommandContext,
): Promise<Handled> {
  const event = upcastEvent(undoneEvent.type, undoneEvent.data);
  if (!event) throw new Refusal('not-undoable');
  const context = { ...undoContext, undoes: undoneEvent };
  switch (kindOf(undoneEvent.stream)) {
    case streams.staff:
      return commands.staff(requireUndoable(staffInverseOf(as<StaffEvent>(event))), actor, context);
    case streams.structure:
      return commands.structure(structureInverseOf(as<StructureEvent>(event)), actor, context);
    case streams.theme:
      return commands.theme(themeInverseOf(as<ThemeEvent>(event)), actor, context);
    case streams.settings:
      return commands.settings(settingsInverseOf(as<SettingsEvent>(event)), actor, context);
    case 'thread': {
      const of = as<ThreadEvent>(event);
      return commands.thread(of.data.threadId, requireUndoable(threadInverseOf(of)), actor, context);
    }
    case 'post': {
      const of = as<PostEvent>(event);
      const command = requireUndoable(postInverseOf(of));
      const post = await commands.postState(of.data.postId);
      if (post.status === 'none') throw new Refusal('not-found');
      return commands.post(post.postId, post.threadId, command, actor, context);
    }
    case 'wallpost': {
      const of = as<WallEvent>(event);
      return commands.wall(of.data.wallPostId, requireUndoable(wallInverseOf(of)), actor, context);
    }
    default:
      throw new Refusal('not-undoable');
  }
}

const kindOf = (stream: string): string => stream.split('-', 1)[0] ?? '';

/** A stream contains only events of its own kind. */
const as = <E extends DomainEvent>(event: DomainEvent): E => event as E;

function requireUndoable<T>(command: T | null): T {
  if (!command) throw new Refusal('not-undoable');
  return command;
}

import { upcastEvent, streams, type DomainEvent } from '@guildhall/domain/events.js';
import type { PostEvent } from '@guildhall/domain/post/events.js';
import type { ThreadEvent } from '@guildhall/domain/thread/events.js';
import type { WallEvent } from '@guildhall/domain/wall/events.js';
import { buildOppositeCommand } from '@guildhall/domain/undo/undo.js';
import {
  gamesUndo,
  postUndo,
  settingsUndo,
  staffUndo,
  structureUndo,
  themeUndo,
  threadUndo,
  wallUndo,
} from '@guildhall/domain/undo/tables.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { StoredEvent } from '@guildhall/event-store/port.js';
import type { CommandContext, CommandResult } from './handle.js';
import type { Commands } from './commands.js';

interface Dependencies {
  commands: Commands;
}

/** @throws Refusal not-undoable for an erasure or a post; changed-since with the name of the changed field */
export async function undo(
  { commands }: Dependencies,
  undoneEvent: StoredEvent,
  actor: Actor,
  undoContext: CommandContext,
): Promise<CommandResult> {
  const event = upcastEvent(undoneEvent.type, undoneEvent.data);
  if (!event) throw new Refusal('not-undoable');
  const context = { ...undoContext, undoes: undoneEvent };
  switch (getStreamKind(undoneEvent.stream)) {
    case streams.staff:
      return commands.staff(requireOpposite(staffUndo, event), actor, context);
    case streams.structure:
      return commands.structure(requireOpposite(structureUndo, event), actor, context);
    case streams.theme:
      return commands.theme(requireOpposite(themeUndo, event), actor, context);
    case streams.settings:
      return commands.settings(requireOpposite(settingsUndo, event), actor, context);
    case streams.games:
      return commands.games(requireOpposite(gamesUndo, event), actor, context);
    case 'thread': {
      const { data } = event as ThreadEvent;
      return commands.thread(data.threadId, requireOpposite(threadUndo, event), actor, context);
    }
    case 'post': {
      const { data } = event as PostEvent;
      return commands.post(data.postId, requireOpposite(postUndo, event), actor, context);
    }
    case 'wallpost': {
      const { data } = event as WallEvent;
      return commands.wall(data.wallPostId, requireOpposite(wallUndo, event), actor, context);
    }
    default:
      throw new Refusal('not-undoable');
  }
}

const getStreamKind = (stream: string): string => stream.split('-', 1)[0] ?? '';

function requireOpposite<Table extends Parameters<typeof buildOppositeCommand>[0]>(table: Table, event: DomainEvent) {
  const command = buildOppositeCommand(table, event);
  if (!command) throw new Refusal('not-undoable');
  return command;
}

import { randomUUID } from 'node:crypto';
import { commandIdOf, systemActor } from '@guildhall/domain/ids.js';
import type { CommandContext } from './handle.js';

/** Derives the id of a command from the client's key; without a key every call is a new command. */
export function contextOf(
  actorId: string,
  call: string,
  key: string | undefined,
  correlationId: string,
): CommandContext {
  return { actorId, commandId: commandIdOf(actorId, call, key ?? randomUUID()), correlationId };
}

export const systemContext = (call: string, key: string, correlationId = systemActor): CommandContext =>
  contextOf(systemActor, call, key, correlationId);

import { randomUUID } from 'node:crypto';
import { deriveCommandId, systemActor } from '@guildhall/domain/ids.js';
import type { CommandContext } from './handle.js';

export function createContext(
  actorId: string,
  call: string,
  key: string | undefined,
  correlationId: string,
): CommandContext {
  return { actorId, commandId: deriveCommandId(actorId, call, key ?? randomUUID()), correlationId };
}

export const createSystemContext = (call: string, key: string, correlationId = systemActor): CommandContext =>
  createContext(systemActor, call, key, correlationId);

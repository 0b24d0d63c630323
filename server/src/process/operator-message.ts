import { LogDamaged } from '@guildhall/event-store/port.js';
import { LogInUse } from '@guildhall/event-store/sqlite/process-lock.js';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';
import { OperatorError } from './operator-error.js';

const operatorErrors = [OperatorError, LogInUse, LogDamaged, UnknownRightsEvent];

export function findOperatorMessage(error: unknown): string | null {
  return error instanceof Error && operatorErrors.some((kind) => error instanceof kind) ? error.message : null;
}

import type { WallCommand } from './decide.js';
import type { WallEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function wallFieldsOf({ type, data }: WallEvent): string[] {
  return type === 'WallPosted.v1' ? [] : [`wall post ${data.wallPostId}`];
}

/** The command that undoes an event; null for texts. */
export function wallInverseOf({ type }: WallEvent): WallCommand | null {
  if (type === 'WallPosted.v1') return null;
  return { type: type === 'WallPostDeleted.v1' ? 'RestoreWallPost' : 'DeleteWallPost' };
}

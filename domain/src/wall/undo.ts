import type { WallCommand } from './decide.js';
import type { WallEvent } from './events.js';

/** The fields of the state that an event leaves changed, by name. */
export function wallFieldsOf({ type, data }: WallEvent): string[] {
  return type === 'WallPosted.v1' ? [] : [`wall post ${data.wallPostId}`];
}

/** The command that takes an act back; null for what is written. */
export function wallInverseOf({ type }: WallEvent): WallCommand | null {
  if (type === 'WallPosted.v1') return null;
  return { type: type === 'WallPostDeleted.v1' ? 'RestoreWallPost' : 'DeleteWallPost' };
}

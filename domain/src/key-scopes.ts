/** A key permits only what both its scopes and its role allow. Every call declares the scope that it needs. */
export const keyScopes = [
  'read',
  'write:forum',
  'write:walls',
  'write:reports',
  'write:moderation',
  'write:site',
  'game',
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The scope of game servers, whose keys have no other scope. */
export const gameScope = 'game' satisfies KeyScope;

/** Separate from the other limits because every page loads those. */
export const keyLimits = { active: 100, name: { max: 40 }, callsPerMinute: { min: 1, max: 6_000 } } as const;

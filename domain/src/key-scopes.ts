/** What a key permits, within the rights of its role. Every call declares the scope that it needs. */
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

/** Separate from the other limits, which every page loads. */
export const keyLimits = { active: 100, name: { max: 40 }, callsPerMinute: { min: 1, max: 6_000 } } as const;

/** What a key permits, within the rights of its role. Every call declares the scope that it needs. */
export const keyScopes = [
  'read',
  'write:forum',
  'write:walls',
  'write:reports',
  'write:moderation',
  'write:site',
] as const;
export type KeyScope = (typeof keyScopes)[number];

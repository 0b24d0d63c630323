import { editions } from './identity.js';

export const gameLimits = {
  servers: 50,
  serverName: { max: 40 },
  ranks: 50,
  /** Ranks become part of console commands. */
  rank: /^[A-Za-z0-9_.-]{1,64}$/,
  template: { max: 200 },
  reason: { max: 200 },
  /** Per call. */
  entries: 500,
  reports: 100,
  waitSeconds: 30,
} as const;

export const serverEditions = [...editions, 'both'] as const;
export const conflictRules = ['site', 'game', 'last'] as const;

/** A host name or an IP address, and a port if it needs one. An IPv6 address is in brackets. */
export const gameAddressPattern =
  /^([A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/;

export const defaultTemplates = {
  ban: 'ban {username} {reason}',
  unban: 'pardon {username}',
  rankAdd: 'lp user {uuid} parent add {rank}',
  rankRemove: 'lp user {uuid} parent remove {rank}',
} as const;

import { accountCalls } from './valid-calls/account.js';
import { adminCalls } from './valid-calls/admin.js';
import { forumCalls } from './valid-calls/forums.js';
import { memberCalls } from './valid-calls/members.js';
import type { ValidCalls } from './valid-calls/valid-call.js';

const areas: readonly ValidCalls[] = [accountCalls, forumCalls, memberCalls, adminCalls];

/** One valid call of every operation, by method and path. */
export const validCalls: ValidCalls = Object.fromEntries(areas.flatMap((calls) => Object.entries(calls)));

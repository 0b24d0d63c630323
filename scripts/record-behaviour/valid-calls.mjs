// @ts-check
import { accountCalls } from './valid-calls/account.mjs';
import { forumCalls } from './valid-calls/forum.mjs';
import { peopleCalls } from './valid-calls/people.mjs';
import { siteCalls } from './valid-calls/site.mjs';

/**
 * @typedef {import('./recorder.mjs').Carried} Carried
 * @typedef {Readonly<Record<string, (world: import('./world.mjs').World) => Carried | Promise<Carried>>>} ValidCalls
 */

/** By method and path: makes the subject of a call, each time again, and returns its content. @type {ValidCalls} */
export const validCalls = { ...accountCalls, ...forumCalls, ...peopleCalls, ...siteCalls };

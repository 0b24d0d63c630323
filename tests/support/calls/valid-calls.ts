import { accountCalls } from './valid-calls/account.js';
import { adminCalls } from './valid-calls/admin.js';
import { auditCalls } from './valid-calls/audit.js';
import { forumCalls } from './valid-calls/forums.js';
import { gameCalls } from './valid-calls/games.js';
import { memberCalls } from './valid-calls/members.js';
import { notificationCalls } from './valid-calls/notifications.js';
import { profileCalls } from './valid-calls/profiles.js';
import { placeCalls } from './valid-calls/places.js';
import { reportCalls } from './valid-calls/reports.js';
import { siteCalls } from './valid-calls/site.js';
import { searchCalls } from './valid-calls/search.js';
import { ownAccountCalls } from './valid-calls/own-account.js';
import { staffCalls } from './valid-calls/staff.js';
import type { HttpResponse } from '../site/exchange.js';
import type { SendOptions, Site } from '../site/site.js';
import { buildPath, type CallInput, type MakeCall, type ValidCalls } from './valid-calls/valid-call.js';

const areas: readonly ValidCalls[] = [
  accountCalls,
  ownAccountCalls,
  forumCalls,
  placeCalls,
  memberCalls,
  profileCalls,
  notificationCalls,
  searchCalls,
  adminCalls,
  staffCalls,
  reportCalls,
  auditCalls,
  siteCalls,
  gameCalls,
];

export const validCalls: ValidCalls = Object.fromEntries(areas.flatMap((calls) => Object.entries(calls)));

/** @throws if no valid call has this name */
export function findValidCall(name: string): MakeCall {
  const makeCall = validCalls[name];
  if (!makeCall) throw new Error(`There is no valid call of ${name}`);
  return makeCall;
}

/** Sends a call with its content, as our own pages or a game server do. */
export function sendCall(site: Site, name: string, input: CallInput, options: SendOptions): Promise<HttpResponse> {
  const [method = '', path = ''] = name.split(' ');
  const { authorization, body, file } = input;
  const sender = authorization ? { as: undefined, headers: { ...options.headers, authorization } } : {};
  return site.send(method.toUpperCase(), buildPath(path, input), body, { file, ...options, ...sender });
}

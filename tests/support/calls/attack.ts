import { refusalSchema } from '@guildhall/domain/wire/schemas/write.js';
import { exchange, requestTimeoutMs, type HttpResponse, type SentRequest } from '../site/exchange.js';
import { toSent, type Mutation, type ValidRequest } from './mutations.js';
import type { Site } from '../site/site.js';
import type { CallInput } from './valid-calls/valid-call.js';

export interface Report {
  /** Keyed by status. 0 means that no response arrived. */
  statuses: Map<number, number>;
  faults: string[];
}

export const createReport = (): Report => ({ statuses: new Map(), faults: [] });

/** A request that is unexpectedly accepted may consume its subject. `renew` then creates a new one. */
export async function attack(
  site: Site,
  renew: () => Promise<ValidRequest>,
  mutations: (valid: ValidRequest) => Mutation[],
  report: Report,
  timeoutMs = requestTimeoutMs,
): Promise<void> {
  let validInput = await renew();
  for (const { name, spoil, mustBeRefused } of mutations(validInput)) {
    const sent = spoil(validInput);
    const headBefore = await site.readHead();
    const { status, faults } = await getOutcome(sent, site, headBefore, timeoutMs, mustBeRefused);
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    for (const fault of faults) report.faults.push(`${validInput.method} ${validInput.path} [${name}]: ${fault}`);
    if (status < 400 && validInput.method !== 'GET') validInput = await renew();
  }
}

async function getOutcome(sent: SentRequest, site: Site, headBefore: string, timeoutMs: number, mustBeRefused = false) {
  try {
    const response = await exchange(site.url, sent, timeoutMs);
    const isRefused = response.status >= 400;
    const faults = isRefused ? findRefusalFaults(response) : [];
    if (isRefused && (await site.readHead()) !== headBefore) faults.push(`${response.status}, but the log moved`);
    if (!isRefused && mustBeRefused) faults.push(`${response.status}: it was taken`);
    return { status: response.status, faults };
  } catch (error) {
    return { status: 0, faults: [error instanceof Error ? error.message : String(error)] };
  }
}

function findRefusalFaults({ status, headers, json, text }: HttpResponse): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`${status} ${text.slice(0, 100)}`);
  if (!headers['content-type']?.startsWith('application/json')) faults.push(`${status} as ${headers['content-type']}`);
  else if (status < 500 && !refusalSchema.safeParse(json).success) faults.push(`${status} says ${text.slice(0, 100)}`);
  return faults;
}

export async function buildValidRequest(
  name: string,
  site: Site,
  cookie: string,
  make: () => ReturnType<ValidMake>,
): Promise<ValidRequest> {
  const [method = '', path = ''] = name.split(' ');
  const { cookie: own, authorization, ...carried } = await make();
  const senderCookie = own ?? cookie;
  const sender = { ...(authorization ? { authorization } : senderCookie && { cookie: senderCookie }) };
  const headers = { accept: 'application/json', origin: site.url, ...sender };
  return { method: method.toUpperCase(), path, headers, ...carried };
}

type ValidMake = () => Promise<CallInput>;

/** Verifies that the valid request is still accepted, which shows that the others were refused for their faults. */
export async function isTaken(site: Site, valid: ValidRequest): Promise<boolean> {
  return (await exchange(site.url, toSent(valid))).status < 400;
}

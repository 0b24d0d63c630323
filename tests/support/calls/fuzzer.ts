import { createOperations } from '@guildhall/server/app.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAdmin, createSession } from '@guildhall/server/testing/services.js';
import { FuzzJudge } from './fuzz-judge.js';
import { IdPools } from './id-pools.js';
import {
  listBodyMutations,
  listPathMutations,
  queryMutations,
  toSent,
  type Mutation,
  type ValidRequest,
} from './mutations.js';
import { exchange, type SentRequest } from '../site/exchange.js';
import type { Site, SiteMember } from '../site/site.js';
import { findValidCall } from './valid-calls.js';
import type { CallInput } from './valid-calls/valid-call.js';

/** Weights for slow or destructive calls. */
const pickWeights: Readonly<Record<string, number>> = {
  'post /admin/projections/rebuild': 0.005,
  'post /admin/projections/verify': 0.005,
};
const freshInput = 0.05;
const mutatedShare = 0.45;
const otherIds = 0.5;
const repeatedKey = 0.1;
const callsPerRenewal = 50;
/** The valid calls use this password. */
const password = 'a good password';
const timeoutMs = 60_000;

type Role = 'admin' | 'member' | 'guest';
const roles: readonly Role[] = ['admin', 'member', 'guest'];

/**
 * Sends valid and mutated calls to all operations as Admin, member and guest. With ids from earlier responses, calls
 * affect what other calls have created, changed or deleted. The same seed repeats the choices.
 */
export class Fuzzer {
  readonly statuses = new Map<string, number>();
  sent = 0;
  private readonly names: readonly string[];
  private readonly judge: FuzzJudge;
  private readonly pools: IdPools;
  private readonly inputs = new Map<string, CallInput>();
  private readonly people: Record<Role, SiteMember>;
  private lastKey = 'key-0';

  constructor(
    private readonly site: Site,
    private readonly random: () => number,
  ) {
    const operations = createOperations(site.services);
    this.names = operations.map(({ method, path }) => `${method} ${path}`);
    this.judge = new FuzzJudge(operations);
    this.pools = new IdPools(random);
    this.people = { admin: site.admin, member: site.member, guest: { ...site.other, cookie: '' } };
  }

  get faults(): readonly string[] {
    return this.judge.faults;
  }

  async run(calls: number): Promise<void> {
    for (const person of [this.site.admin, this.site.member, this.site.other]) {
      await this.site.givePassword(person, password);
    }
    while (this.sent < calls) {
      if (this.sent % callsPerRenewal === 0) await this.renewPeople();
      const name = this.pick(this.names);
      if (this.random() >= (pickWeights[name] ?? 1)) continue;
      const role = this.pick(roles);
      const validRequest = await this.buildValid(name, role);
      if (validRequest) await this.send(name, role, validRequest);
    }
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }

  private async send(name: string, role: Role, valid: ValidRequest): Promise<void> {
    const mutation = this.random() < mutatedShare ? this.pickMutation(valid) : null;
    const sent = mutation ? mutation.spoil(valid) : toSent(valid);
    this.sent += 1;
    const description = `${name} as ${role} [${mutation?.name ?? 'valid'}]`;
    try {
      const response = await exchange(this.site.url, sent, timeoutMs);
      const key = `${role} ${response.status}`;
      this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
      // A mutated path may match another operation.
      this.judge.check(description, name, sent, response);
      if (response.status < 300) this.pools.learn(sent.path, response.json);
    } catch (error) {
      this.judge.report(description, String(error), sent);
    }
  }

  private pickMutation(valid: ValidRequest): Mutation | null {
    const kinds = [listBodyMutations, queryMutations, listPathMutations]
      .map((of) => of(valid))
      .filter((all) => all.length > 0);
    return kinds.length === 0 ? null : this.pick(this.pick(kinds));
  }

  /** Returns null if the call's subject cannot be created in the site's current state. */
  private async buildValid(name: string, role: Role): Promise<ValidRequest | null> {
    const [method = '', path = ''] = name.split(' ');
    const sender = this.people[role];
    if (!this.inputs.has(name) || this.random() < freshInput) {
      const newInput = await this.makeInput(name, sender);
      if (newInput) this.inputs.set(name, newInput);
    }
    const inputs = this.inputs.get(name);
    if (!inputs) return null;
    const { cookie: _, authorization, ...input } = this.random() < otherIds ? this.pools.mixIds(path, inputs) : inputs;
    const repeatsKey = this.random() < repeatedKey;
    if (!repeatsKey) this.lastKey = `key-${this.sent}`;
    const headers: ValidRequest['headers'] = {
      accept: 'application/json',
      origin: this.site.url,
      'idempotency-key': this.lastKey,
      ...(authorization ? { authorization } : sender.cookie && { cookie: sender.cookie }),
    };
    return { method: method.toUpperCase(), path, headers, ...input };
  }

  private async makeInput(name: string, who: SiteMember): Promise<CallInput | null> {
    while ((await this.site.services.projections.getStatus()).work) await sleep(10);
    try {
      return await findValidCall(name)(this.site, who);
    } catch {
      return null;
    }
  }

  private async renewPeople(): Promise<void> {
    const { site } = this;
    if (!(await this.isWell(site.admin, true))) {
      site.admin = await this.createPerson();
      await makeAdmin(site.services, site.admin.id);
    }
    if (!(await this.isWell(site.member, false))) site.member = await this.createPerson();
    if (!site.services.policy.structure.sections.has(site.section)) site.section = await site.createSection();
    if (!(await this.isWell(site.other, false))) site.other = await this.createPerson();
    Object.assign(this.people, { admin: site.admin, member: site.member });
  }

  private async createPerson(): Promise<SiteMember> {
    const person = await this.site.createMember(this.site.createName());
    await this.site.givePassword(person, password);
    return person;
  }

  private async isWell(person: SiteMember, isAdmin: boolean): Promise<boolean> {
    const { policy } = this.site.services;
    if (policy.isGone(person.id) || policy.findBan(person.id)) return false;
    if (isAdmin !== (policy.getActor(person.id).roleId === 1)) return false;
    const me = await this.readMe({ cookie: person.cookie });
    if (me) return true;
    person.cookie = await createSession(this.site.services, person.id);
    return (await this.readMe(person)) !== null;
  }

  private async readMe({ cookie }: { cookie: string }): Promise<unknown> {
    const request: SentRequest = { method: 'GET', path: '/api/me', headers: { cookie, accept: 'application/json' } };
    const { json } = await exchange(this.site.url, request, timeoutMs);
    return (json as { user?: unknown } | undefined)?.user ?? null;
  }
}

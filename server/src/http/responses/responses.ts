import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { CommandResult } from '../../commands/handle.js';
import type { ReadScope } from '../../log/last-changes.js';
import type { Policy } from '../../policy/policy.js';
import type { Call } from '../operation.js';
import { buildNextLink, type ReadQuery, type SharedRead } from '../../request/paging.js';
import type { ReadFrom, ReadPositions } from '../../request/read-positions.js';
import type { ResponseCache } from './response-cache.js';
import type { Result } from './result.js';

interface Dependencies {
  responseCache: Pick<ResponseCache, 'getOrMake'>;
  positions: ReadPositions;
  policy: Pick<Policy, 'getActor'>;
}

export class Responses {
  constructor(private readonly services: Dependencies) {}

  async begin({ query, page }: Call<unknown, ReadQuery>): Promise<ReadFrom> {
    return page?.from ?? this.services.positions.begin(query);
  }

  /** Waits up to two seconds for the views to include a write. After that, the response has `stale: true`. */
  async respondToWrite(
    { position }: Pick<CommandResult, 'position'>,
    fields: Partial<WriteResponse> & Record<string, unknown> = {},
  ): Promise<Result & { body: WriteResponse }> {
    const { positions } = this.services;
    const body: WriteResponse & Record<string, unknown> = { success: true, ...fields };
    if (!position) return { body };
    if (!(await positions.awaitShown(position))) body.stale = true;
    return { body, position: positions.toResponsePosition(position) };
  }

  /**
   * `make` may read only the views, policy, settings and directory. `scope` must cover everything it reads from the
   * views.
   */
  async respondShared(
    call: Call<unknown, ReadQuery>,
    make: () => Promise<SharedRead>,
    scope: ReadScope = 'anything',
  ): Promise<Result> {
    const from = await this.begin(call);
    // `call.query` contains only known fields, so callers cannot create an unlimited number of entries.
    const key = `${call.actor.roleId} ${call.path} ${JSON.stringify({ ...call.query, after: undefined })}`;
    const scopes = [scope];
    const { body, links } = await this.services.responseCache.getOrMake(
      key,
      from,
      async () => ({ ...serialize(await make()), scopes }),
      () => this.hasRights(call),
    );
    return { cache: 'no-cache', position: from.position, links, serializedBody: body, scopes };
  }

  private hasRights({ actor }: Pick<Call<unknown>, 'actor'>): boolean {
    const { roleId, keys } = this.services.policy.getActor(actor.userId);
    return roleId === actor.roleId && keys === actor.keys;
  }
}

function serialize({ rows, cursor = null, links = buildNextLink(cursor) }: SharedRead) {
  return { bytes: Buffer.from(JSON.stringify(rows)), links };
}

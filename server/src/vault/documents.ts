import type { AccountDocument } from './account/account-record.js';
import type { Bookmark } from './bookmarks.js';
import type { FailedDelivery, PendingDelivery } from './deliveries/pending-deliveries.js';
import type { OwnedFile } from './files.js';
import type { AnsweredReport, GameServerRecord } from './games/game-server-records.js';
import type { GameAccount, GameCode, GameHead, PlayerSession } from './games/game-accounts.js';
import type { ServerStatus } from './games/server-statuses.js';
import type { LogBinding } from './log-binding.js';
import type { PresenceRow } from './presence-rows.js';
import type { PushDevice, VapidKeys } from './deliveries/push-devices.js';
import type { ReactionRecord } from './reactions.js';
import type { Session } from './account/session.js';

type Scalar = string | number | boolean | null;
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in';
type Condition = Scalar | { readonly [O in Exclude<Operator, 'in'>]?: Scalar } | { readonly in: readonly Scalar[] };
export type Filter<D> = { readonly [Field in keyof D]?: Condition };

export function listConditions(filter: object): { field: string; operator: Operator; value: unknown }[] {
  return Object.entries(filter).flatMap(([field, condition]: [string, unknown]) => {
    const operators = typeof condition === 'object' && condition !== null ? condition : { eq: condition };
    return Object.entries(operators).map(([operator, value]: [string, unknown]) => {
      return { field, operator: operator as Operator, value };
    });
  });
}

export interface FindOptions<D> {
  orderBy?: keyof D & string;
  newestFirst?: boolean;
  limit?: number;
}

/** Every method can throw `VaultUnavailable`. */
export interface Documents<D extends { id: string | number }> {
  get(id: D['id']): Promise<D | null>;
  find(filter: Filter<D>, options?: FindOptions<D>): Promise<D[]>;
  count(filter: Filter<D>): Promise<number>;
  put(document: D): Promise<void>;
  insert(document: D): Promise<(keyof D & string) | null>;
  /**
   * Atomic. `change` may be called repeatedly and must not throw. If it returns null, the document stays unchanged.
   * @returns the outcome, or the unique field whose value is already in use
   */
  edit(
    id: D['id'],
    change: (storedDocument: D) => D | null,
  ): Promise<'changed' | 'unchanged' | 'missing' | (keyof D & string)>;
  /** Inserts the documents. For any that already exist, only `field` changes, and only to a later value. */
  insertOrRaise(documents: readonly D[], field: keyof D & string): Promise<void>;
  remove(filter: Filter<D>): Promise<number>;
  /** Returns one sum per value of `groupBy`, largest first. An index on both fields makes this cheap. */
  computeSums(filter: Filter<D>, field: keyof D & string, groupBy: keyof D & string): Promise<GroupSum[]>;
}

export interface GroupSum {
  group: Scalar;
  sum: number;
}

export interface VaultDocuments {
  accounts: AccountDocument;
  sessions: Session;
  /** `salt` is in hexadecimal. */
  files: Omit<OwnedFile, 'salt'> & { salt: string };
  removedUploads: { id: string };
  /** The id has the form `<user> <name>`. */
  choices: { id: string; userId: number; value: string };
  /** The id is the HMAC of the address. */
  bannedAddresses: { id: string; until: string | null };
  bookmarks: Bookmark;
  reactions: ReactionRecord & { id: string };
  logBinding: { id: 'binding'; binding: LogBinding };
  /** The id is the running server's. */
  presence: PresenceRow;
  deliveries: PendingDelivery;
  failedDeliveries: FailedDelivery;
  /** The id is the API key's. `key` is in hexadecimal. */
  programs: { id: number; key: string; usedAt: string };
  pushDevices: PushDevice;
  vapidKeys: VapidKeys & { id: 'keys' };
  /** `identity` is unique, `nameFold` ignores case. */
  gameAccounts: GameAccount & { identity: string; nameFold: string };
  playerSessions: PlayerSession;
  gameCodes: GameCode;
  gameServers: GameServerRecord;
  answeredReports: AnsweredReport;
  gameHeads: GameHead;
  serverStatuses: ServerStatus;
}

export type CollectionName = keyof VaultDocuments;
export type Collection<Name extends CollectionName> = Documents<VaultDocuments[Name]>;
export type OpenCollection = <Name extends CollectionName>(name: Name) => Collection<Name>;

interface CollectionIndexes<D> {
  unique?: readonly (keyof D & string)[];
  indexes: readonly (readonly (keyof D & string)[])[];
  /** A field that most documents lack. A store may omit these documents from the field's indexes. */
  sparse?: keyof D & string;
}

export const collectionIndexes: { [Name in CollectionName]: CollectionIndexes<VaultDocuments[Name]> } = {
  accounts: {
    unique: ['usernameFold', 'emailFold'],
    indexes: [
      ...([['mailDueAt'], ['mailUnsentAt'], ['emailPausedAt']] as const),
      ...([
        ['registered', 'createdAt'],
        ['verified', 'createdAt'],
      ] as const),
    ],
  },
  sessions: { indexes: [['userId'], ['expiresAt']] },
  files: {
    indexes: [['ownerId'], ['hash'], ['ownerId', 'storedBytes'], ['ownerId', 'order'], ['order'], ['commandId']],
  },
  removedUploads: { indexes: [] },
  choices: { indexes: [['userId']] },
  bannedAddresses: { indexes: [['until']] },
  bookmarks: { indexes: [['userId', 'order'], ['userId', 'threadId'], ['userId', 'remindAt'], ['remindAt']] },
  reactions: { indexes: [] },
  logBinding: { indexes: [] },
  presence: { indexes: [] },
  deliveries: { indexes: [['channel', 'dueAt', 'id'], ['channel', 'retryAt', 'id'], ['userId']], sparse: 'retryAt' },
  failedDeliveries: { indexes: [['order'], ['userId']] },
  programs: { indexes: [] },
  pushDevices: { indexes: [['userId', 'id'], ['sessionId']] },
  vapidKeys: { indexes: [] },
  gameAccounts: { unique: ['identity'], indexes: [['nameFold', 'seenAt'], ['nameFold', 'id'], ['seenAt']] },
  playerSessions: {
    indexes: [
      ['accountId', 'joinedAt'],
      ['serverId', 'leftAt'],
      ['serverId', 'joinedAt', 'id'],
      ['joinedAt'],
      ['leftAt', 'seenAt'],
    ],
  },
  gameHeads: { indexes: [['fetchedAt']] },
  gameServers: { indexes: [] },
  answeredReports: { indexes: [['answeredAt'], ['serverId', 'answeredAt', 'id']] },
  gameCodes: { indexes: [['hash'], ['userId'], ['accountId'], ['expiresAt']] },
  serverStatuses: { indexes: [] },
};

type CollectionWith<Field extends string> = {
  [Name in CollectionName]: Field extends keyof VaultDocuments[Name] ? Name : never;
}[CollectionName];

/**
 * The field that contains the owner's id in collections whose documents an account erasure deletes. A new collection
 * with `userId` does not compile without an entry.
 */
export const memberFields: { readonly [Name in CollectionWith<'userId'>]: 'userId' } = {
  sessions: 'userId',
  choices: 'userId',
  bookmarks: 'userId',
  deliveries: 'userId',
  failedDeliveries: 'userId',
  pushDevices: 'userId',
  gameCodes: 'userId',
};

type GameAccountFields = { [Name in CollectionWith<'accountId'>]: 'accountId' } & {
  gameHeads: 'id';
  gameAccounts: 'id';
};

/** The field that contains the game account's id. The account itself is removed last. */
export const gameAccountFields: Readonly<GameAccountFields> = {
  gameCodes: 'accountId',
  playerSessions: 'accountId',
  gameHeads: 'id',
  gameAccounts: 'id',
};

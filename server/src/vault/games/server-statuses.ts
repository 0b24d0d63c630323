import type { DescriptionPart } from '@guildhall/domain/status/description.js';
import type { ServerState } from '@guildhall/domain/status/events.js';

/** The result of the last ping of a game server, written by the server that sent it. */
export interface ServerStatus {
  /** The id of the game server. */
  id: number;
  /** The pinged address with the edition. If either changes, this result is discarded. */
  target: string;
  checkedAt: string;
  /** The time of the next ping. */
  dueAt: string;
  /** The number of failed pings since the last successful one. */
  failures: number;
  /** Why the last ping failed, for Admins. */
  error?: string;
  state: ServerState;
  /** When the server entered this state. */
  since: string;
  players: number | null;
  maxPlayers: number | null;
  version: string;
  description: readonly DescriptionPart[];
  latencyMs: number | null;
  /** A WebP picture in base64. Also null if the server's picture is invalid. */
  icon: string | null;
  /** The hash of the picture as the server sent it. */
  iconHash: string | null;
}

export interface ServerStatusCalls {
  saveServerStatus(status: ServerStatus): Promise<void>;
  listServerStatuses(): Promise<ServerStatus[]>;
  removeServerStatuses(ids: readonly number[]): Promise<void>;
}

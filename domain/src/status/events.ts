/** `unknown` means that the ping gave no result, for example because the game server's host name does not resolve. */
export const serverStates = ['online', 'offline', 'unknown'] as const;
export type ServerState = (typeof serverStates)[number];

export interface ServerCount {
  state: ServerState;
  /** Null if the server is not online, or hides the number. */
  players: number | null;
}

export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** The start of the five-minute slot, in ISO 8601 and UTC. */
    slot: string;
    players: number | null;
    modes: Record<string, number | null>;
    /** Counts by game server id. Absent if no game server has an address. */
    servers?: Record<string, ServerCount>;
  };
};

/** `unknown` means that this server does not know, for example because the name of the game server does not resolve. */
export const serverStates = ['online', 'offline', 'unknown'] as const;
export type ServerState = (typeof serverStates)[number];

export interface ServerCount {
  state: ServerState;
  /** Null also if an online server hides the number. */
  players: number | null;
}

export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** The start of the five-minute slot, in ISO 8601 and UTC. */
    slot: string;
    players: number | null;
    modes: Record<string, number | null>;
    /** By id. Absent if no game server has an address. */
    servers?: Record<string, ServerCount>;
  };
};

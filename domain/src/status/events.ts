export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** Start of the five-minute slot, ISO 8601 in UTC. */
    slot: string;
    players: number | null;
    modes: Record<string, number | null>;
  };
};

/** Stream `status-<month>`: how many played, every five minutes. Null: it could not be learned. */
export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** The beginning of the five minutes, ISO 8601 in UTC. */
    slot: string;
    players: number | null;
    /** Counts of the modes that have addresses of their own. */
    modes: Record<string, number | null>;
  };
};

/** Stream `status-<month>`: the number of players every five minutes, or null if it could not be determined. */
export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** Start of the five minutes, ISO 8601 in UTC. */
    slot: string;
    players: number | null;
    /** Player counts of the modes that have their own addresses. */
    modes: Record<string, number | null>;
  };
};

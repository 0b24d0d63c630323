/** Stream `status-<month>`. Null if the number of players could not be determined. */
export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** Start of the five minutes, ISO 8601 in UTC. */
    slot: string;
    players: number | null;
    /** Only modes that have their own addresses. */
    modes: Record<string, number | null>;
  };
};

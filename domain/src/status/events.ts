export type StatusEvent = {
  type: 'PlayersCounted.v1';
  data: {
    /** The start of the five-minute slot, in ISO 8601 and UTC. */
    slot: string;
    players: number | null;
    modes: Record<string, number | null>;
  };
};

/**
 * `decide` returns the events, none if there is nothing to do, and throws a Refusal to refuse. `evolve` never throws
 * and ignores unknown events.
 */
export interface Decider<State, Command, Event, Context> {
  initial: () => State;
  evolve: (state: State, event: Event) => State;
  decide: (command: Command, state: Readonly<State>, context: Context) => Event[];
}

export interface EventMetadata {
  /** The user's id, 'guest' or 'system'. */
  actorId: string;
  commandId: string;
  correlationId: string;
  causationId: string;
  at: string;
  reason?: string;
  undoes?: string;
}

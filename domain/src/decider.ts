/**
 * `decide` returns the resulting events, if any, and throws a Refusal to reject the command. `evolve` never throws and
 * ignores unknown events.
 */
export interface Decider<State, Command, Event, Context> {
  initial: () => State;
  evolve: (state: State, event: Event) => State;
  decide: (command: Command, state: Readonly<State>, context: Context) => Event[];
}

export interface EventMetadata {
  /** The id of a member, a program or a game server, or 'guest' or 'system'. */
  actorId: string;
  commandId: string;
  correlationId: string;
  causationId: string;
  at: string;
  reason?: string;
  undoes?: string;
}

/**
 * How an aggregate decides: a pure fold of its stream and a pure decision. `decide` returns the events that happen,
 * none when there is nothing to do, and throws a Refusal to refuse. `evolve` never throws and ignores events that it
 * does not know.
 */
export interface Decider<State, Command, Event, Context> {
  initial: () => State;
  /** May change and return the state that it is passed: a fold owns its state. */
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
  /** The reason, as the actor worded it; sealed. */
  reason?: string;
  /** The id of the event that this one undoes. */
  undoes?: string;
}

/**
 * How a thing decides: a pure fold of its stream and a pure decision. `decide` returns the events that happen, none
 * when there is nothing to do, and throws a Refusal for a "no". `evolve` never throws and ignores what it does not know.
 */
export interface Decider<State, Command, Event, Context> {
  initial: () => State;
  /** May change and return the state it is given: a fold owns its state. */
  evolve: (state: State, event: Event) => State;
  decide: (command: Command, state: Readonly<State>, context: Context) => Event[];
}

/** The metadata of every event; all strings. */
export interface EventMetadata {
  /** The user's id, 'guest' or 'system'. */
  actorId: string;
  commandId: string;
  /** The request's. */
  correlationId: string;
  causationId: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Why, in the words of whoever did it; sealed. */
  reason?: string;
  /** The id of the event that this one takes back. */
  undoes?: string;
}

/** A member's own choices; private. */
export interface ChoiceCalls {
  /** The value of a choice, as JSON; null where none was made. */
  choice(userId: number, name: string): Promise<string | null>;
  setChoice(userId: number, name: string, value: string): Promise<void>;
}

import { create } from 'zustand';

export interface ReplyTo {
  id: number;
  number: number;
}

/**
 * Text offered to a thread's composer. A refused reply that its author withdraws goes before what they have written
 * since; a quote goes at the caret. Without a text, the composer only opens.
 */
interface Offered {
  threadId: number;
  text?: string;
  isQuote?: boolean;
  /** Null for the thread itself; undefined leaves the current target. */
  replyTo?: ReplyTo | null;
}

export const useOfferedText = create<{ offered: Offered | null }>(() => ({ offered: null }));

/** Null means that the composer has taken the text. */
export function offerText(offered: Offered | null): void {
  useOfferedText.setState({ offered });
}

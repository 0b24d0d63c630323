import { create } from 'zustand';

export interface ReplyTo {
  id: number;
  number: number;
}

/**
 * A withdrawn reply is inserted before anything written since, and a quote at the caret. Without `text`, the composer
 * only opens.
 */
interface OfferedText {
  threadId: number;
  text?: string;
  isQuote?: boolean;
  replyTo?: ReplyTo | null;
}

export const useComposerInsert = create<{ offeredText: OfferedText | null }>(() => ({ offeredText: null }));

export function insertIntoComposer(offeredText: OfferedText | null): void {
  useComposerInsert.setState({ offeredText });
}

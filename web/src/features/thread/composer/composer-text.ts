import { create } from 'zustand';

export interface ReplyTo {
  id: number;
  number: number;
}

/**
 * A withdrawn reply is inserted before the text written since, and a quote at the caret. Without a text, the composer
 * only opens.
 */
interface Offered {
  threadId: number;
  text?: string;
  isQuote?: boolean;
  replyTo?: ReplyTo | null;
}

export const useOfferedText = create<{ offered: Offered | null }>(() => ({ offered: null }));

export function offerText(offered: Offered | null): void {
  useOfferedText.setState({ offered });
}

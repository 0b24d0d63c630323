import { create } from 'zustand';

/**
 * Text for the composer of its thread. A refused reply that its writer withdraws goes before what they have written
 * since; a quote goes at the caret.
 */
interface Offered {
  threadId: number;
  text: string;
  as: 'reply' | 'quote';
}

export const useSuggestedText = create<{ offered: Offered | null }>(() => ({ offered: null }));

export function offerText(threadId: number, text: string): void {
  useSuggestedText.setState({ offered: { threadId, text, as: 'reply' } });
}

export function offerQuote(threadId: number, text: string): void {
  useSuggestedText.setState({ offered: { threadId, text, as: 'quote' } });
}

export function takeOfferedText(): void {
  useSuggestedText.setState({ offered: null });
}

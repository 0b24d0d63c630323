import { create } from 'zustand';

/**
 * A text for the composer of its thread: a refused reply that its writer takes back stands before what he has written
 * since, a quote goes where he was writing.
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

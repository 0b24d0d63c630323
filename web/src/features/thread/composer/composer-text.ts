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

export const useOfferedText = create<{ offered: Offered | null }>(() => ({ offered: null }));

export function offerBack(threadId: number, text: string): void {
  useOfferedText.setState({ offered: { threadId, text, as: 'reply' } });
}

export function offerQuote(threadId: number, text: string): void {
  useOfferedText.setState({ offered: { threadId, text, as: 'quote' } });
}

export function takeOffered(): void {
  useOfferedText.setState({ offered: null });
}

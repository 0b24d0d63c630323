import { create } from 'zustand';

export interface ReplyTo {
  id: number;
  number: number;
}

/**
 * Text offered to a thread's composer. A refused reply that its author withdraws goes before what they have written
 * since; a quote goes at the caret. `replyTo`: null for the thread itself, undefined to leave the current target.
 */
interface Offered {
  threadId: number;
  text: string;
  as: 'reply' | 'quote';
  replyTo?: ReplyTo | null | undefined;
}

export const useSuggestedText = create<{ offered: Offered | null }>(() => ({ offered: null }));

export function offerText(threadId: number, text: string, replyTo?: ReplyTo | null): void {
  useSuggestedText.setState({ offered: { threadId, text, as: 'reply', replyTo } });
}

export function offerQuote(threadId: number, text: string): void {
  useSuggestedText.setState({ offered: { threadId, text, as: 'quote' } });
}

export function openComposer(threadId: number, replyTo?: ReplyTo | null): void {
  useSuggestedText.setState({ offered: { threadId, text: '', as: 'reply', replyTo } });
}

export function takeOfferedText(): void {
  useSuggestedText.setState({ offered: null });
}

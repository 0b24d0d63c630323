import { create } from 'zustand';

/** The reply that is replied to; `number` as the page shows it. */
export interface ReplyTo {
  id: number;
  number: number;
}

/**
 * What opens the composer of its thread. A refused reply that its writer withdraws goes before what they have
 * written since; a quote goes at the caret. `replyTo`: null for the thread itself, undefined to leave the present one.
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

/** Opens the composer, with what is in it. */
export function openComposer(threadId: number, replyTo?: ReplyTo | null): void {
  useSuggestedText.setState({ offered: { threadId, text: '', as: 'reply', replyTo } });
}

export function takeOfferedText(): void {
  useSuggestedText.setState({ offered: null });
}

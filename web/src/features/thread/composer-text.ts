import { create } from 'zustand';

/** A text that goes back into the composer of its thread: a refused reply that its writer wants to change. */
export const useOfferedText = create<{ offered: { threadId: number; text: string } | null }>(() => ({ offered: null }));

export function offerBack(threadId: number, text: string): void {
  useOfferedText.setState({ offered: { threadId, text } });
}

export function takeOffered(): void {
  useOfferedText.setState({ offered: null });
}

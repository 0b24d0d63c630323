import { create } from 'zustand';

/** A short message about an action, with an undo where there is one. */
export interface Toast {
  id: string;
  text: string;
  /** A button next to the text: `{ name: 'Undo', act }`. */
  action: { name: string; run: () => void } | null;
}

/** `used` stays true from the first one on: only then does a page fetch the code that shows them. */
export const useToasts = create<{ waiting: Toast[]; used: boolean }>(() => ({ waiting: [], used: false }));

/** Shows a text for some seconds at the edge of the page; `ui/toast` renders it, fetched when first needed. */
export function showToast(text: string, action: Toast['action'] = null): void {
  const toast = { id: crypto.randomUUID(), text, action };
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, toast], used: true }));
}

/** Returns the toasts that have not been shown yet, once. */
export function takeToasts(): Toast[] {
  const { waiting } = useToasts.getState();
  if (waiting.length > 0) useToasts.setState({ waiting: [] });
  return waiting;
}

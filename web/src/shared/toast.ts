import { create } from 'zustand';

/** A short message about an action, with an undo where there is one. */
export interface Toast {
  text: string;
  /** A button next to the text: `{ name: 'Undo', run }`. */
  action: { name: string; run: () => void } | null;
  /** It remains until the person closes it. */
  isError: boolean;
}

/** `used` stays true from the first one on: only then does a page fetch the code that shows them. */
export const useToasts = create<{ waiting: Toast[]; used: boolean }>(() => ({ waiting: [], used: false }));

/** Shows a text for some seconds at the edge of the page; `ui/toast` renders it, fetched when first needed. */
export const showToast = (text: string, action: Toast['action'] = null): void => add({ text, action, isError: false });

/** As `showToast`, for what failed: it remains until it is closed. */
export const showError = (text: string, action: Toast['action'] = null): void => add({ text, action, isError: true });

function add(toast: Toast): void {
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, toast], used: true }));
}

/** Returns the toasts that have not been shown yet, once. */
export function takeToasts(): Toast[] {
  const { waiting } = useToasts.getState();
  if (waiting.length > 0) useToasts.setState({ waiting: [] });
  return waiting;
}

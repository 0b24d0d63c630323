import { create } from 'zustand';

export interface Toast {
  text: string;
  action: { name: string; run: () => void } | null;
  isError: boolean;
  /** True if it stays until the member responds. */
  stays: boolean;
}

/** `used` stays true after the first toast. Until then, the page does not fetch the code that renders toasts. */
export const useToasts = create<{ waiting: Toast[]; used: boolean }>(() => ({ waiting: [], used: false }));

export const showToast = (text: string, action: Toast['action'] = null, stays = false): void =>
  add({ text, action, isError: false, stays });

export const showError = (text: string, action: Toast['action'] = null): void =>
  add({ text, action, isError: true, stays: true });

function add(toast: Toast): void {
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, toast], used: true }));
}

export function takeToasts(): Toast[] {
  const { waiting } = useToasts.getState();
  if (waiting.length > 0) useToasts.setState({ waiting: [] });
  return waiting;
}

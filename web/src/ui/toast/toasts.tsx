import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { takeToasts, useToasts } from '../../shared/toast.js';
import { buttonClass } from '../button.js';
import { Icon } from '../icon.js';
import { texts } from '../texts.js';
import styles from './toasts.module.css';

interface Repeats {
  times: number;
}

const manager = Toast.createToastManager<Repeats>();
// In milliseconds; the timer pauses while a toast is hovered or focused, and while the window is in the background.
const shownForMs = 8_000;
/** Long enough to read the toast and to reach its button by keyboard. */
const withActionMs = 12_000;
const maxShown = 3;
/**
 * Repeats of a text are counted on its first toast. A toast with a button never counts as a repeat, because the button
 * belongs to a separate action.
 */
const timesOf = new Map<string, number>();

function show({ text, action, isError }: ReturnType<typeof takeToasts>[number]): void {
  const type = isError ? 'error' : 'done';
  const stays = isError ? 0 : null; // 0 means that it stays until it is closed
  if (action) {
    const id = crypto.randomUUID();
    const run = () => {
      manager.close(id);
      action.run();
    };
    const actionProps = { children: action.name, onClick: run };
    manager.add({ id, title: text, data: { times: 1 }, type, timeout: stays ?? withActionMs, actionProps });
    return;
  }
  const times = (timesOf.get(text) ?? 0) + 1;
  timesOf.set(text, times);
  manager.add({
    ...{ id: text, title: text, data: { times }, type, timeout: stays ?? shownForMs },
    onClose: () => void timesOf.delete(text),
  });
}

/**
 * A strip at the lower edge of the window, newest on top; F6 focuses it. Sticky elements and dialogs stay above it by
 * means of `--toasts-height`.
 */
export function Toasts() {
  const waiting = useToasts((state) => state.waiting);
  useEffect(() => takeToasts().forEach(show), [waiting]);
  useEffect(() => () => timesOf.clear(), []);
  return (
    <Toast.Provider toastManager={manager} limit={maxShown}>
      <Toast.Portal>
        <Toast.Viewport ref={keepRoom} className={styles['viewport']}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function keepRoom(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--toasts-height', `${strip.offsetHeight}px`));
  observer.observe(strip);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}

function List() {
  const { toasts } = Toast.useToastManager<Repeats>();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection="down" className={`bg-overlay ${styles['toast']}`}>
      <Toast.Content className={`line gap-4 ${styles['content']}`}>
        <Toast.Title className={`break-anywhere text-14 ${styles['text']}`} dir="auto" />
        {toast.data && toast.data.times > 1 && (
          // Screen readers announce only the first occurrence.
          <span className="faint numbers" aria-hidden="true">
            {texts.toast.times(toast.data.times)}
          </span>
        )}
        <Toast.Action className={buttonClass('quiet')} />
        <Toast.Close className={`${buttonClass('quiet')} push-end`} aria-label={texts.toast.close}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

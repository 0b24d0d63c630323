import { Toast } from '@base-ui/react/toast';
import { useEffect, useRef, type RefObject } from 'react';
import { createId } from '../../shared/create-id.js';
import { takeToasts, useToasts } from '../../shared/toast.js';
import { getButtonClass } from '../button.js';
import { Icon } from '../icon.js';
import { texts } from '../texts.js';
import { overlaps, placeCard } from './place-card.js';
import styles from './toasts.module.css';

interface Repeats {
  times: number;
}

const manager = Toast.createToastManager<Repeats>();
// In milliseconds. The timer pauses while a toast is hovered or focused, and while the window is in the background.
const shownForMs = 8_000;
/** This is enough time to read the toast and to reach its button by keyboard. */
const shownWithActionMs = 12_000;

type Current = RefObject<{ id: string; text: string; times: number; hasAction: boolean } | null>;

/** A newer toast replaces the current one, whose action remains available on the page or in the audit. */
function show({ text, action, isError, stays }: ReturnType<typeof takeToasts>[number], current: Current): void {
  const last = current.current;
  const isRepeat = last?.text === text && !last.hasAction && !action;
  const id = isRepeat ? last.id : createId();
  const times = isRepeat ? last.times + 1 : 1;
  if (last && !isRepeat) manager.close(last.id);
  current.current = { id, text, times, hasAction: action !== null };
  const close = () => {
    if (current.current?.id === id) current.current = null;
  };
  const run = () => {
    manager.close(id);
    action?.run();
  };
  manager.add({
    id,
    title: text,
    data: { times },
    type: isError ? 'error' : 'done',
    onClose: close,
    timeout: stays ? 0 : action ? shownWithActionMs : shownForMs, // With 0, the toast stays until it is closed.
    ...(action && { actionProps: { children: action.name, onClick: run } }),
  });
}

/** Shows toasts in a card in a corner of the window. F6 focuses it. */
export function Toasts() {
  const waitingToasts = useToasts((state) => state.waiting);
  const current: Current = useRef(null);
  useEffect(() => takeToasts().forEach((toast) => show(toast, current)), [waitingToasts]);
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport ref={followPlace} className={styles['viewport']}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const placeAround = (toast: HTMLElement | null): void => {
  if (toast?.parentElement) placeCard(toast.parentElement);
};

/** The position is chosen for each toast. After that, the card moves only if it would hide the focus. */
function followPlace(card: HTMLElement | null): (() => void) | undefined {
  if (!card) return undefined;
  const place = () => placeCard(card);
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || card.contains(target)) return;
    if (overlaps(target.getBoundingClientRect(), card.getBoundingClientRect())) place();
  };
  document.addEventListener('focusin', onFocus);
  addEventListener('resize', place);
  return () => {
    document.removeEventListener('focusin', onFocus);
    removeEventListener('resize', place);
  };
}

function List() {
  const { toasts } = Toast.useToastManager<Repeats>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      ref={placeAround}
      toast={toast}
      swipeDirection="down"
      className={`bg-overlay ${styles['toast']}`}
    >
      <Toast.Content className={`line gap-4 ${styles['content']}`}>
        <Toast.Title className={`break-anywhere text-14 ${styles['text']}`} dir="auto" />
        {toast.data && toast.data.times > 1 && (
          // Screen readers announce only the first occurrence.
          <span className="faint numbers" aria-hidden="true">
            {texts.toast.times(toast.data.times)}
          </span>
        )}
        <Toast.Action className={getButtonClass('quiet')} />
        <Toast.Close className={`${getButtonClass('quiet')} push-end`} aria-label={texts.toast.close}>
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

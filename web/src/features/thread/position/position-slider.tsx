import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { goToPosition, type Position } from './position.js';
import styles from './rail.module.css';
import { texts } from './texts.js';

/** Without this delay, every key press would load replies. */
const keysRestMs = 300;
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  PageDown: 10,
  End: Infinity,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageUp: -10,
  Home: -Infinity,
};

export function PositionSlider({ position }: { position: Position }) {
  const { number, last, labelOf, unreadFrom, date, dateOf } = position;
  const { wanted: pendingPosition, choose, go } = usePendingPosition();
  const line = useRef<HTMLDivElement>(null);
  const shownNumber = pendingPosition ?? number;
  const shownDate = pendingPosition === null ? date : dateOf(shownNumber);
  const computeNumber = (event: PointerEvent) => {
    const { top, height } = line.current?.getBoundingClientRect() ?? { top: 0, height: 0 };
    return clamp(Math.round(((event.clientY - top) / Math.max(1, height)) * last), last);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(clamp(shownNumber + step, last), keysRestMs);
  };
  return (
    <div
      className={`full-width rounded relative ${styles['slider']}`}
      role="slider"
      tabIndex={0}
      aria-label={texts.position}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shownNumber}
      aria-valuetext={shownNumber === 0 ? texts.firstPostAt(shownDate) : texts.replyAt(labelOf(shownNumber), shownDate)}
      onKeyDown={press}
      onBlur={go}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        choose(computeNumber(event));
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) choose(computeNumber(event));
      }}
      onPointerUp={go}
      onPointerCancel={() => choose(null)}
    >
      <div ref={line} className={`round ${styles['line']}`}>
        {unreadFrom !== null && (
          <div
            className={`round ${styles['unread']}`}
            style={{ top: computePercent(unreadFrom - 1, last) }}
            title={texts.unread}
          />
        )}
        <div className={`round ${styles['handle']}`} style={{ top: computePercent(shownNumber, last) }} />
      </div>
      <p
        className={`color-text semibold ${styles['currentNumber']} numbers`}
        style={{ top: getLabelTop(shownNumber, last) }}
      >
        {shownNumber === 0 ? texts.start : labelOf(shownNumber)}
        <small>{shownDate}</small>
      </p>
    </div>
  );
}

function usePendingPosition() {
  const [pendingPosition, setPendingPosition] = useState<number | null>(null);
  const pendingJump = useRef<{ number: number; timer?: ReturnType<typeof setTimeout> } | null>(null);
  const cancel = () => {
    clearTimeout(pendingJump.current?.timer);
    pendingJump.current = null;
  };
  const go = () => {
    const pendingNumber = pendingJump.current;
    cancel();
    if (pendingNumber)
      void goToPosition(pendingNumber.number).then(() => pendingJump.current ?? setPendingPosition(null));
  };
  const choose = (number: number | null, restMs?: number) => {
    cancel();
    setPendingPosition(number);
    if (number === null) return;
    pendingJump.current = { number };
    if (restMs !== undefined) pendingJump.current.timer = setTimeout(go, restMs);
  };
  useEffect(() => cancel, []);
  return { wanted: pendingPosition, choose, go };
}

function clamp(number: number, last: number): number {
  return Math.min(Math.max(number, 0), last);
}

function getLabelTop(number: number, last: number): string {
  return `calc(${number / Math.max(1, last)} * (100% - var(--label)))`;
}

function computePercent(number: number, last: number): string {
  return `${(100 * number) / Math.max(1, last)}%`;
}

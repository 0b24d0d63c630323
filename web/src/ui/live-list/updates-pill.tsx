import { Fragment, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { isPointerOver } from '../../shared/browser/still-pointer.js';
import { Button } from '../button.js';
import { texts } from '../texts.js';
import type { HeldRow } from './held-rows.js';
import styles from './live-list.module.css';

interface UpdatesPillProps {
  list: { updates: number; show: () => void };
  missedUpdates?: { label: string; reload: () => void } | null;
}

export function UpdatesPill({ list: { updates, show }, missedUpdates = null }: UpdatesPillProps) {
  const label = updates > 0 ? texts.updates(updates) : missedUpdates?.label;
  const [pill, isCovering] = useCovering(label);
  return (
    <div role="status" ref={pill} className={`grid numbers ${styles['pill']} ${isCovering ? styles['covering'] : ''}`}>
      {label !== undefined && <PillButton label={label} press={updates > 0 ? show : missedUpdates?.reload} />}
    </div>
  );
}

/** Another label would change the width, so the label stays while the reader points at the button. */
function PillButton({ label, press }: { label: string; press: (() => void) | undefined }) {
  const [heldLabel, setHeldLabel] = useState<string | null>(null);
  return (
    <Button
      kind="primary"
      onPointerEnter={() => setHeldLabel(label)}
      onPointerLeave={() => setHeldLabel(null)}
      onClick={() => {
        setHeldLabel(null);
        press?.();
      }}
    >
      {heldLabel ?? label}
    </Button>
  );
}

/** Prevents accidental presses. @returns a ref, and whether the button appeared or grew under a resting pointer */
function useCovering(label: string | undefined) {
  const pill = useRef<HTMLDivElement>(null);
  const isPointedAt = useRef(false);
  const [isCovering, setIsCovering] = useState(false);
  useLayoutEffect(() => {
    const button = pill.current?.firstElementChild;
    const isOver = () => Boolean(button && isPointerOver(button));
    isPointedAt.current &&= isOver();
    setIsCovering((wasCovering) => isOver() && (wasCovering || !isPointedAt.current));
    const hide = () => !isPointedAt.current && isOver() && setIsCovering(true);
    const show = () => {
      isPointedAt.current = isOver();
      if (!isPointedAt.current) setIsCovering(false);
    };
    addEventListener('scroll', hide, { passive: true });
    addEventListener('pointermove', show, { passive: true });
    return () => {
      removeEventListener('scroll', hide);
      removeEventListener('pointermove', show);
    };
  }, [label]);
  return [pill, isCovering] as const;
}

interface HeldRowsProps<Row> {
  list: { rows: readonly HeldRow<Row>[] };
  as?: 'li' | 'div' | 'tr';
  children: (row: Row) => ReactNode;
}

export function HeldRows<Row>({ list, as, children }: HeldRowsProps<Row>) {
  return list.rows.map(({ key, row, blank }) =>
    blank ? <BlankRow key={key} as={as} /> : <Fragment key={key}>{children(row)}</Fragment>,
  );
}

export function BlankRow({ as: Element = 'li' }: { as?: HeldRowsProps<unknown>['as'] }) {
  return (
    <Element className={styles['blank']} tabIndex={-1} data-blank>
      {Element === 'tr' && <td colSpan={99} />}
    </Element>
  );
}

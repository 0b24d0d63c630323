import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { PlaceIcon } from '../../../ui/emoji/place-icon.js';
import { Icon } from '../../../ui/icon.js';
import { NamedButton } from '../shared/named-button.js';
import styles from './forums.module.css';
import { texts } from './texts.js';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';

export interface PlaceActions {
  add: (section: SectionRow) => void;
  edit: (place: Place) => void;
  openPermissions: (place: Place) => void;
  openPrefixes: (section: SectionRow) => void;
  remove: (place: Place, button: HTMLButtonElement) => void;
}

interface PlaceItemProps {
  place: Place;
  actions: PlaceActions;
  index: number;
  count: number;
  move: (id: number, index: number) => void;
  drop: (draggedId: number, onto: number, side: 'before' | 'after') => void;
  notes: string[];
  children?: ReactNode;
}

export function PlaceItem({ place, actions, index, count, move, drop, notes, children }: PlaceItemProps) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { id, name, display_name: shownName, description, icon, thread_count } = getPlaceRow(place);
  const list = place.subsection ? `subsections of ${place.section.id}` : 'sections';
  const dropSide = useDragRow({ row, handle, list, id, drop: (draggedId, where) => drop(draggedId, id, where) });
  const Name = place.subsection ? 'h3' : 'h2';
  const button = { subject: shownName, opensDialog: true };
  return (
    <li ref={row} className={`divided relative ${styles['place']}`} data-side={dropSide ?? undefined}>
      <div className={`stack align-center ${styles['line']}`}>
        <span ref={handle} className={`centred color-faint ${styles['handle']}`} title={texts.drag} aria-hidden="true">
          ⠿
        </span>
        <span className={`centred text-22 bg-accent-soft rounded ${styles['icon']}`}>
          <PlaceIcon icon={icon} />
        </span>
        <div className="shrinkable">
          <Name dir="auto">{shownName}</Name>
          <p className="hint break-anywhere">{[texts.facts(name, thread_count), ...notes].join(' · ')}</p>
          {description !== '' && (
            <p className="muted break-anywhere" dir="auto">
              {description}
            </p>
          )}
        </div>
        <div className="flex gap-2">
          <MoveButton name={shownName} step={-1} index={index} count={count} move={(to) => move(id, to)} />
          <MoveButton name={shownName} step={1} index={index} count={count} move={(to) => move(id, to)} />
        </div>
        <div className={`row gap-2 tall-buttons ${styles['rowActions']}`}>
          <NamedButton {...button} name={texts.permissions} press={() => actions.openPermissions(place)} />
          {!place.subsection && (
            <NamedButton {...button} name={texts.prefixes} press={() => actions.openPrefixes(place.section)} />
          )}
          <NamedButton {...button} name={texts.edit} press={() => actions.edit(place)} />
          <NamedButton
            {...button}
            name={texts.delete}
            press={(pressedButton) => actions.remove(place, pressedButton)}
          />
        </div>
      </div>
      {children}
    </li>
  );
}

interface MoveButtonProps {
  name: string;
  step: -1 | 1;
  index: number;
  count: number;
  move: (index: number) => void;
}

/** At the ends of the list, the button is disabled rather than removed so that it keeps the focus. */
function MoveButton({ name, step, index, count, move }: MoveButtonProps) {
  const isAtEnd = index + step < 0 || index + step >= count;
  const label = step < 0 ? texts.moveUp : texts.moveDown;
  return (
    <button
      type="button"
      className={`bare centred square-target color-muted hover-overlay ${styles['move']}`}
      aria-label={texts.labelFor(label, name)}
      title={label}
      aria-disabled={isAtEnd}
      onClick={() => !isAtEnd && move(index + step)}
    >
      <span className={`grid ${step < 0 ? styles['upArrow'] : ''}`}>
        <Icon name="down" />
      </span>
    </button>
  );
}

interface DragRow {
  row: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  /** Rows can be dropped only within the same list. */
  list: string;
  id: number;
  drop: (id: number, side: 'before' | 'after') => void;
}

function useDragRow({ row, handle, list, id, drop }: DragRow): 'before' | 'after' | null {
  const [side, setSide] = useState<'before' | 'after' | null>(null);
  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (!element || !dragHandle) return;
    const getSide = (data: Record<string | symbol, unknown>) =>
      extractClosestEdge(data) === 'top' ? 'before' : 'after';
    return combine(
      draggable({ element, dragHandle, getInitialData: () => ({ list, id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
        getData: ({ input }) => attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setSide(getSide(self.data)),
        onDragLeave: () => setSide(null),
        onDrop: ({ self, source }) => {
          setSide(null);
          drop(Number(source.data.id), getSide(self.data));
        },
      }),
    );
  }, [row, handle, list, id, drop]);
  return side;
}

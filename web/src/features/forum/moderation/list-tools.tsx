import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from '../../../shared/router.js';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { getButtonClass } from '../../../ui/button.js';
import { bulkActions, useMayModerate } from './rights.js';
import { beginSelection, endSelection, useSelection } from './selection.js';
import { texts } from '../texts.js';

const parameter = 'deleted';

export function useShowsDeleted(place: Place): boolean {
  const [search] = useSearchParams();
  return useMayModerate(place)('restore') && search.get(parameter) === '1';
}

export function ListTools({ place }: { place: Place }) {
  const may = useMayModerate(place);
  const showsDeleted = useShowsDeleted(place);
  const [search] = useSearchParams();
  const isSelecting = useSelection((state) => state.on);
  const button = useFocusBack(isSelecting);
  const list = `${getPlaceRow(place).id} ${search.toString()}`;
  useEffect(() => endSelection, [list]);
  if (!bulkActions.some(may)) return null;
  const otherParams = new URLSearchParams(search);
  if (showsDeleted) otherParams.delete(parameter);
  else otherParams.set(parameter, '1');
  return (
    <div className="row">
      {may('restore') && (
        <Link className={getButtonClass('quiet')} to={`?${otherParams.toString()}`}>
          {showsDeleted ? texts.moderation.hideDeleted : texts.moderation.showDeleted}
        </Link>
      )}
      <button
        ref={button}
        type="button"
        className={getButtonClass('quiet')}
        aria-pressed={isSelecting}
        onClick={isSelecting ? endSelection : beginSelection}
      >
        {texts.moderation.select}
      </button>
    </div>
  );
}

/** Returns the focus to the button when the bar or the focused checkbox is removed. */
function useFocusBack(isSelecting: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSelecting = useRef(false);
  useEffect(() => {
    if (wasSelecting.current && !isSelecting && document.activeElement === document.body) button.current?.focus();
    wasSelecting.current = isSelecting;
  }, [isSelecting]);
  return button;
}

import { lazy, Suspense, useState, type RefObject } from 'react';
import { Button } from '../../shared/ui/button.js';
import { remove } from './store.js';
import { texts } from './texts.js';

const load = () => import('./wall-removal.js');
const WallRemoval = lazy(() => load().then((file) => ({ default: file.WallRemoval })));

interface DeleteButtonProps {
  id: number;
  /** The post that is replied to; null for one that stands on the wall itself. */
  parentId: number | null;
  title: string;
  body: string;
  /** Where the keyboard goes on when the button has gone with what was deleted. */
  back: RefObject<HTMLElement | null>;
}

/** Asks, then deletes what was written on a wall. The question's code is fetched when somebody comes near. */
export function DeleteButton({ id, parentId, title, body, back }: DeleteButtonProps) {
  const [asking, setAsking] = useState(false);
  const near = () => void load().catch(() => {});
  async function act(key: string) {
    const words = await remove(id, parentId, key);
    if (words === null) back.current?.focus({ preventScroll: true });
    return words;
  }
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onPointerEnter={near} onFocus={near} onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <WallRemoval removal={{ title, body, act }} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { quoteHandlers } from '../posts/reply-buttons.js';
import styles from './composer.module.css';
import { readSelectedPiece, type SelectedPiece } from './selected-piece.js';
import { texts } from '../state/texts.js';

/** Works with mouse and touch. Keyboard users quote a selection with the post's Quote button. */
export function QuoteSelection() {
  const piece = useSelectedPiece();
  if (!piece) return null;
  const edge = document.documentElement.clientWidth;
  return createPortal(
    <button
      type="button"
      className={`bare text-15 color-text semibold bg-overlay ${styles['quoteSelection']}`}
      style={{ left: Math.max(8, Math.min(piece.left - 40, edge - 96)), top: piece.bottom + 8 }}
      {...quoteHandlers(piece.postId)}
    >
      {texts.quote}
    </button>,
    document.body,
  );
}

function useSelectedPiece(): SelectedPiece | null {
  const [piece, setPiece] = useState<SelectedPiece | null>(null);
  useEffect(() => {
    let isPressed = false;
    let frame = 0;
    const updatePiece = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPiece(isPressed ? null : readSelectedPiece()));
    };
    const press = ({ pointerType }: PointerEvent) => void (isPressed = pointerType === 'mouse');
    const release = () => {
      isPressed = false;
      updatePiece();
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('selectionchange', updatePiece, { signal });
    document.addEventListener('pointerdown', press, { signal });
    document.addEventListener('pointerup', release, { signal });
    return () => {
      cancelAnimationFrame(frame);
      stop.abort();
    };
  }, []);
  return piece;
}

import { useEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { copyText } from '../../shared/clipboard.js';
import { showError, showToast } from '../../shared/toast.js';
import styles from './embeds.module.css';
import { texts } from './texts.js';

/** The limits per post. Further or longer blocks stay plain. */
const maxHighlighted = 30;
const maxHighlightedLength = 20_000;

export function CodeBlocks({ text }: { text: RefObject<HTMLElement | null> }) {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const blocks = [...(text.current?.querySelectorAll<HTMLElement>('.code-block') ?? [])];
    const addedBlocks = blocks.map(withPlace);
    queueMicrotask(() => setPlaces(addedBlocks));
    const stop = highlightWhenVisible(blocks);
    return () => {
      stop();
      for (const place of addedBlocks) place.remove();
    };
  }, [text]);
  return places.map((place, index) => createPortal(<CopyButton place={place} />, place, String(index)));
}

function withPlace(block: HTMLElement): HTMLElement {
  const place = document.createElement('span');
  place.className = styles['copy'] ?? '';
  block.append(place);
  return place;
}

function CopyButton({ place }: { place: HTMLElement }) {
  const copy = () =>
    copyText(place.parentElement?.querySelector('code')?.textContent ?? '').then(
      () => showToast(texts.codeCopied),
      () => showError(texts.codeNotCopied),
    );
  return (
    <button type="button" className="bare muted text-13" aria-label={texts.copyCode} onClick={() => void copy()}>
      {texts.copyCodeShort}
    </button>
  );
}

/** The grammars are fetched when the first block with a language comes near the window. */
function highlightWhenVisible(blocks: readonly HTMLElement[]): () => void {
  const codes = blocks
    .flatMap((block) => block.querySelector<HTMLElement>('code[class^="language-"]') ?? [])
    .filter(({ textContent }) => textContent.length <= maxHighlightedLength)
    .slice(0, maxHighlighted);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        import('./highlight.js').then(
          ({ highlight }) => highlight(target as HTMLElement),
          () => {}, // The code is readable without colours.
        );
      }
    },
    { rootMargin: '200px' },
  );
  for (const code of codes) observer.observe(code);
  return () => observer.disconnect();
}

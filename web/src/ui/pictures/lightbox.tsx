import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';
import { Icon } from '../icon.js';
import { iconButtonClass, IconButton } from '../icon-button.js';
import styles from './lightbox.module.css';
import { texts } from './texts.js';

const minSwipePx = 50;

interface LightboxProps {
  /** The picture that was pressed. The others on the page can be reached from it. */
  link: HTMLAnchorElement;
  close: () => void;
}

export function Lightbox({ link, close }: LightboxProps) {
  const [{ links, index }, setPlace] = useState(() => findPlace(link));
  const [isMissing, setIsMissing] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const shown = links[index] ?? link;
  const alt = findThumbnail(shown)?.alt ?? '';

  function move(step: 1 | -1) {
    const next = index + step;
    if (next < 0 || next >= links.length) return;
    setIsMissing(false);
    setPlace({ links, index: next });
  }
  useRemoval(shown, () => {
    const place = findPlace(shown);
    if (place.index === -1) close();
    else setPlace(place);
  });
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft') move(-1);
  }
  const swipeHandlers = useSwipe(move);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup
          data-dialog=""
          className={`grid ${styles['lightbox']}`}
          initialFocus={closeButton}
          finalFocus={{ current: shown }}
          {...{ onKeyDown, ...swipeHandlers }}
        >
          <Dialog.Title className="visually-hidden">{texts.lightbox}</Dialog.Title>
          <div className={`flex align-center gap-8 ${styles['bar']}`}>
            <span className="numbers" role="status">
              {texts.count(index + 1, links.length)}
            </span>
            <a
              className={`${iconButtonClass} push-end`}
              href={shown.href}
              target="_blank"
              rel="noopener"
              aria-label={texts.open}
              data-tip={texts.open}
            >
              <Icon name="external" />
            </a>
            <Dialog.Close ref={closeButton} className={iconButtonClass} aria-label={texts.close} data-tip={texts.close}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {isMissing ? (
            <p className={styles['missing']}>{texts.missing}</p>
          ) : (
            <img
              // Creates a new element so that the previous picture is not shown while this one loads.
              key={shown.href}
              className={styles['picture']}
              src={shown.href}
              alt={alt}
              onError={() => setIsMissing(true)}
            />
          )}
          <div className={`flex align-center gap-8 ${styles['bar']}`}>
            <IconButton
              icon="left"
              label={texts.previous}
              tip={texts.previous}
              aria-disabled={index === 0}
              onClick={() => move(-1)}
            />
            <p className={styles['caption']} dir="auto">
              {alt}
            </p>
            <IconButton
              icon="right"
              label={texts.next}
              tip={texts.next}
              aria-disabled={index === links.length - 1}
              onClick={() => move(1)}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Swiping moves to another picture. While a picture is enlarged, a finger moves that picture instead. */
function useSwipe(move: (step: 1 | -1) => void) {
  const startX = useRef<number | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const isEnlarged = (window.visualViewport?.scale ?? 1) > 1;
      startX.current = touches.length === 1 && !isEnlarged ? (touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const endX = changedTouches[0]?.clientX;
      if (startX.current === null || endX === undefined) return;
      const moved = endX - startX.current;
      startX.current = null;
      if (Math.abs(moved) >= minSwipePx) move(moved < 0 ? 1 : -1);
    },
  };
}

/** An edit replaces all of a post's links, so the link may have to be found by its URL. */
function findPlace(link: HTMLAnchorElement) {
  const links = linksAround(link);
  const index = links.indexOf(link);
  return { links, index: index === -1 ? links.findIndex(({ href }) => href === link.href) : index };
}

function useRemoval(element: Element, onRemoved: () => void) {
  const react = useEffectEvent(onRemoved);
  useEffect(() => {
    const observer = new MutationObserver(() => !element.isConnected && react());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element]);
}

/** Excludes pictures in spoilers that the reader has not opened. */
function linksAround(link: HTMLAnchorElement): HTMLAnchorElement[] {
  const page = link.closest('main') ?? document.body;
  const links = [...page.querySelectorAll<HTMLAnchorElement>('.prose a.picture')];
  return links.filter((one) => one === link || !one.closest('.spoiler:not(.shown)'));
}

const findThumbnail = (link: HTMLAnchorElement): HTMLImageElement | null =>
  link.querySelector<HTMLImageElement>('img:not(.placeholder)');

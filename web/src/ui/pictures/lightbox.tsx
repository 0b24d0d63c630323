import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';
import { showError } from '../../shared/toast.js';
import { Icon } from '../icon.js';
import { iconButtonClass, IconButton } from '../icon-button.js';
import styles from './lightbox.module.css';
import {
  findPlace,
  isMissingBeside,
  lastOrder,
  readBeside,
  type PicturePlace,
  type ReplyReader,
} from './picture-list.js';
import { texts } from './texts.js';

const minSwipePx = 50;

interface LightboxProps {
  /** The picture that was pressed. The others on the page can be reached from it. */
  link: HTMLAnchorElement;
  close: () => void;
  /** In a thread, reads replies that are not loaded. */
  createReader: (() => ReplyReader) | null;
}

export function Lightbox(props: LightboxProps) {
  const { link, close } = props;
  const { place, reader, isMissing, isReading, reportMissing, move } = usePlace(props);
  const closeButton = useRef<HTMLButtonElement>(null);
  const { pictures, index } = place;
  const shownPicture = pictures[index] ?? { href: link.href, alt: '', link };

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') void move(false);
    if (key === 'ArrowLeft') void move(true);
  }
  const swipeHandlers = useSwipe((backwards) => void move(backwards));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup
          data-dialog=""
          aria-busy={isReading}
          className={`grid ${styles['lightbox']}`}
          initialFocus={closeButton}
          finalFocus={{ current: shownPicture.link ?? link }}
          {...{ onKeyDown, ...swipeHandlers }}
        >
          <Dialog.Title className="visually-hidden">{texts.lightbox}</Dialog.Title>
          <div className={`flex align-center gap-8 ${styles['bar']}`}>
            <span className="numbers" role="status">
              {!reader?.isMissing('', lastOrder) && texts.count(index + 1, pictures.length)}
            </span>
            <a
              className={`${iconButtonClass} push-end`}
              href={shownPicture.href}
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
              key={shownPicture.href}
              className={styles['picture']}
              src={shownPicture.href}
              alt={shownPicture.alt}
              onError={reportMissing}
            />
          )}
          <div className={`flex align-center gap-8 ${styles['bar']}`}>
            <IconButton
              icon="left"
              label={texts.previous}
              tip={texts.previous}
              aria-disabled={index === 0 && !isMissingBeside(place, true, reader)}
              onClick={() => void move(true)}
            />
            <p className={styles['caption']} dir="auto">
              {shownPicture.alt}
            </p>
            <IconButton
              icon="right"
              label={texts.next}
              tip={texts.next}
              aria-disabled={index === pictures.length - 1 && !isMissingBeside(place, false, reader)}
              onClick={() => void move(false)}
            />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function usePlace({ link, close, createReader }: LightboxProps) {
  const find = (shownLink: HTMLAnchorElement) => ({
    place: findPlace(shownLink),
    reader: createReader?.() ?? null,
    isMissing: false,
  });
  const [state, setState] = useState(() => find(link));
  const [isReading, setIsReading] = useState(false);
  const { place, reader, isMissing } = state;
  const show = (filledPlace: PicturePlace, backwards: boolean) =>
    setState((current) => {
      // An edit or removal of the reply replaced the place while replies were being read.
      if (current.place !== place) return current;
      const index = filledPlace.index + (backwards ? -1 : 1);
      if (!filledPlace.pictures[index]) return { ...current, place: filledPlace };
      return { reader, place: { ...filledPlace, index }, isMissing: false };
    });
  async function move(backwards: boolean) {
    if (isReading) return;
    if (!reader || !isMissingBeside(place, backwards, reader)) return show(place, backwards);
    setIsReading(true);
    try {
      show(await readBeside(place, backwards, reader), backwards);
    } catch {
      showError(texts.moreFailed);
    }
    setIsReading(false);
  }
  const reportMissing = () => setState((current) => ({ ...current, isMissing: true }));
  useRemoval(place.pictures[place.index]?.link ?? null, (isRemoved) => {
    const nextState = find(isRemoved);
    if (nextState.place.index === -1) close();
    else setState(nextState);
  });
  return { place, reader, isMissing, isReading, reportMissing, move };
}

/** Swiping moves to another picture. While a picture is enlarged, a finger moves that picture instead. */
function useSwipe(move: (backwards: boolean) => void) {
  const startX = useRef<number | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const isEnlarged = (window.visualViewport?.scale ?? 1) > 1;
      startX.current = touches.length === 1 && !isEnlarged ? (touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const endX = changedTouches[0]?.clientX;
      if (startX.current === null || endX === undefined) return;
      const movedBy = endX - startX.current;
      startX.current = null;
      if (Math.abs(movedBy) >= minSwipePx) move(movedBy > 0);
    },
  };
}

function useRemoval(element: HTMLAnchorElement | null, onRemoved: (element: HTMLAnchorElement) => void) {
  const react = useEffectEvent(onRemoved);
  useEffect(() => {
    if (!element) return;
    const observer = new MutationObserver(() => !element.isConnected && react(element));
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element]);
}

import { watchLevels, type WatchLevel, type WatchTarget } from '@guildhall/domain/watch/events.js';
import type { WatchResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { get, send } from '../../shared/api/api.js';
import { preferenceChanges } from '../../shared/state/own-changes.js';
import { showError } from '../../shared/toast.js';
import { getButtonClass } from '../button.js';
import { Disclosure } from '../disclosure.js';
import { Icon } from '../icon.js';
import { texts } from './texts.js';
import styles from './watch-button.module.css';

const marginPixels = 16;

function getDescription(level: WatchLevel, kind: WatchTarget['kind']): string {
  const { watching } = texts.watch.levels;
  return level === 'watching' && kind !== 'thread' ? watching.aboutPlace : texts.watch.levels[level].about;
}

function describeDefault(kind: 'thread' | 'subsection', level: WatchLevel): string {
  const { thread, place, now } = texts.watch.default;
  return `${kind === 'thread' ? thread : place} ${now(texts.watch.levels[level].name)}`;
}

/** Render only for logged-in members. Reserves its space until the choice is loaded. */
export function WatchButton({ kind, id }: WatchTarget) {
  const [watch, setWatch] = useState<Omit<WatchResponse, 'tells'> | null>(null);
  const latest = useRef(0);
  useEffect(() => {
    let isStopped = false;
    const load = () => {
      const request = ++latest.current;
      get<WatchResponse>(`/forums/watches/${id}`).then(
        ({ body }) => !isStopped && request === latest.current && setWatch(body),
        () => {}, // Without a response there is nothing to choose, and the page itself reports the failure.
      );
    };
    load();
    const stopListening = preferenceChanges.add(load);
    return () => {
      isStopped = true;
      stopListening();
    };
  }, [id]);

  const { pending, run } = useMutation<{ level: WatchLevel | null }>(texts.watch.failed, { onFailed: showError });
  const defaultLevel = watch?.default_level ?? 'normal';
  const choose = (level: WatchLevel | null) =>
    void run({ level }, async (key) => {
      await send('PUT', '/forums/watches', key, { kind, id, level });
      latest.current++;
      setWatch({ level, applies: level ?? defaultLevel, default_level: defaultLevel });
    });

  const current = pending ? (pending.level ?? defaultLevel) : (watch?.applies ?? 'normal');
  const isDefault = kind !== 'section' && (pending ?? watch)?.level === null;
  return (
    <Disclosure
      label={
        <>
          <Icon name="bell" />
          {texts.watch[current]}
        </>
      }
      className={styles['watch']}
      buttonClassName={`${getButtonClass('quiet')} ${styles['button']}`}
    >
      <ul
        ref={moveIntoView}
        role="list"
        className={`floating popup ${styles['levels']}`}
        aria-label={texts.watch.label}
      >
        {watchLevels.map((level) => (
          <Level
            key={level}
            name={texts.watch.levels[level].name}
            description={getDescription(level, kind)}
            isChosen={!isDefault && current === level}
            choose={() => choose(level)}
          />
        ))}
        {kind !== 'section' && (
          <Level
            name={texts.watch.default.name}
            description={describeDefault(kind, defaultLevel)}
            isChosen={isDefault}
            choose={() => choose(null)}
          />
        )}
      </ul>
    </Disclosure>
  );
}

/** Moves the list left by the width that a narrow screen would cut off. */
function moveIntoView(list: HTMLElement | null): void {
  if (!list) return;
  const overflow = list.getBoundingClientRect().right + marginPixels - document.documentElement.clientWidth;
  if (overflow > 0) list.style.left = `${-overflow}px`;
}

interface LevelProps {
  name: string;
  description: string;
  isChosen: boolean;
  choose: () => void;
}

function Level({ name, description, isChosen, choose }: LevelProps) {
  return (
    <li>
      <button
        type="button"
        className={`bare full-width color-text padding-8-12 hover-raised ${styles['level']}`}
        aria-pressed={isChosen}
        onClick={choose}
      >
        {name}
        <span className={`text-13 color-muted ${styles['description']}`}>{description}</span>
      </button>
    </li>
  );
}

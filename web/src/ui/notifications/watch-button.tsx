import type { WatchLevel, WatchTarget } from '@guildhall/domain/watch/events.js';
import type { WatchResponse } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useEffect, useState } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { get, send } from '../../shared/api/api.js';
import { showError } from '../../shared/toast.js';
import { buttonClass } from '../button.js';
import { Disclosure } from '../disclosure.js';
import { Icon } from '../icon.js';
import { texts } from './texts.js';
import styles from './watch-button.module.css';

const levels: { level: WatchLevel | null; name: keyof typeof texts.watch.levels }[] = [
  { level: 'watching', name: 'watching' },
  { level: null, name: 'plain' },
  { level: 'muted', name: 'muted' },
];

function descriptionOf(name: keyof typeof texts.watch.levels, kind: WatchTarget['kind']): string {
  const { watching } = texts.watch.levels;
  return name === 'watching' && kind !== 'thread' ? watching.aboutPlace : texts.watch.levels[name].about;
}

/** Render only for logged-in members. Reserves its space until the choice is loaded. */
export function WatchButton({ kind, id }: WatchTarget) {
  const [watch, setWatch] = useState<WatchResponse | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    get<WatchResponse>(`/forums/watches/${id}`).then(
      ({ body }) => !isUnmounted && setWatch(body),
      () => {}, // Without a response there is nothing to choose, and the page itself reports the failure.
    );
    return () => {
      isUnmounted = true;
    };
  }, [id]);

  const { pending, run } = useMutation<{ level: WatchLevel | null }>(texts.watch.failed, { failed: showError });
  const choose = (level: WatchLevel | null) =>
    void run({ level }, async (key) => {
      await send('PUT', '/forums/watches', key, { kind, id, level });
      setWatch({ level, tells: level === 'watching' });
    });

  const currentLevel = (pending ?? watch)?.level ?? null;
  const shownLevel = currentLevel ?? 'plain';
  return (
    <Disclosure
      label={
        <>
          <Icon name="bell" />
          {texts.watch[shownLevel]}
        </>
      }
      className={styles['watch']}
      buttonClassName={`${buttonClass('quiet')} ${styles['button']}`}
    >
      <ul role="list" className={`floating popup ${styles['levels']}`} aria-label={texts.watch.label}>
        {levels.map(({ level, name }) => (
          <li key={name}>
            <button
              type="button"
              className={`bare full-width color-text padding-8-12 hover-raised ${styles['level']}`}
              aria-pressed={currentLevel === level}
              onClick={() => choose(level)}
            >
              {texts.watch.levels[name].name}
              <span className={`text-13 color-muted ${styles['description']}`}>{descriptionOf(name, kind)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

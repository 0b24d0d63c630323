import type { TextVersion } from '@guildhall/domain/wire/schemas/forum/posts.js';
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { queryClient } from '../../../queries/client.js';
import { getAll, getMessage } from '../../../shared/api/api.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { texts as dialogTexts } from '../../../ui/dialog/texts.js';
import styles from './history.module.css';
import { texts } from '../moderation/texts.js';
import { diffWords } from './word-diff.js';

interface HistoryDialogProps {
  kind: 'post' | 'thread';
  id: number;
  close: () => void;
  back: RefObject<HTMLElement | null>;
}

export function HistoryDialog({ kind, id, close, back }: HistoryDialogProps) {
  const address = `/forums/${kind}s/${id}/history`;
  const { data, error } = useQuery(
    { queryKey: ['all', address], queryFn: () => getAll<TextVersion>(address) },
    queryClient,
  );
  const versions = data?.body;
  return (
    <Dialog title={texts.history} body={texts.legend} open close={close} back={back} wide>
      {error && !versions && <Alert kind="error">{getMessage(error, shared.loadFailed)}</Alert>}
      {!versions && !error && <Skeleton width="100%" height={160} />}
      {versions && <Versions key={versions.length} versions={versions} />}
      <DialogEnd>
        <Button onClick={close}>{dialogTexts.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}

function Versions({ versions }: { versions: TextVersion[] }) {
  const [index, setIndex] = useState(versions.length - 1);
  const version = versions[index];
  const previousVersion = versions[index - 1];
  if (!version) return null;
  return (
    <>
      <div className={`flex gap-8 ${styles['versions']}`} role="group" aria-label={texts.versions}>
        {versions.map(({ version, at, by }, n) => (
          <button
            key={version}
            type="button"
            className="pickable grid no-shrink text-14"
            aria-pressed={n === index}
            onClick={() => setIndex(n)}
          >
            <When at={at} />
            <small className="color-muted text-13">
              {n === 0 && `${texts.original} `}
              {texts.versionBy(by.username)}
            </small>
          </button>
        ))}
      </div>
      <div aria-live="polite">
        <p className={'color-muted text-13 numbers'}>{texts.historyOf(version.version, versions.length)}</p>
        {version.title !== undefined && (
          <h3 className="margin-top-8" dir="auto">
            <Difference before={previousVersion?.title} after={version.title} />
          </h3>
        )}
        <p className={`break-anywhere margin-top-8 ${styles['text']}`} dir="auto">
          <Difference before={previousVersion?.content} after={version.content} />
        </p>
      </div>
    </>
  );
}

/** Makes screen readers announce additions and removals, so that colour is not the only cue. */
function Difference({ before, after }: { before: string | undefined; after: string }) {
  if (before === undefined) return after;
  return diffWords(before, after).map(({ kind, text }, n) => {
    if (kind === 'same') return <span key={n}>{text}</span>;
    const [Tag, word] = kind === 'added' ? (['ins', texts.added] as const) : (['del', texts.removed] as const);
    return (
      <Tag key={n} className={styles[kind]}>
        <span className="visually-hidden"> [{word}: </span>
        {text}
        <span className="visually-hidden">] </span>
      </Tag>
    );
  });
}

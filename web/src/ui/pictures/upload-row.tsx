import { Button } from '../button.js';
import styles from './pictures.module.css';
import { texts } from './texts.js';
import type { PictureUpload } from './upload-queue.js';

interface UploadRowProps {
  upload: PictureUpload;
  cancel: () => void;
  retry: () => void;
}

export function UploadRow({ upload: { name, state, sentShare, fault }, cancel, retry }: UploadRowProps) {
  const status =
    state === 'failed'
      ? fault
      : state === 'offline'
        ? texts.offline
        : state === 'waiting'
          ? texts.waiting
          : sentShare === 1
            ? texts.processing
            : texts.sending(Math.floor(sentShare * 100));
  return (
    <li className={`grid align-center gap-8 ${styles['row']}`}>
      <progress
        className={styles['progress']}
        aria-label={name}
        max={1}
        value={state === 'sending' && sentShare < 1 ? sentShare : undefined}
        hidden={state === 'failed'}
      />
      <span className={styles['upload']}>
        <span className="ellipsis" dir="auto">
          {name}
        </span>
        <span
          className={`text-13 ${state === 'failed' ? 'color-danger' : 'color-muted'}`}
          role={state === 'failed' ? 'alert' : undefined}
        >
          {status}
        </span>
      </span>
      <span className="flex gap-8">
        {state === 'failed' && (
          <Button aria-label={texts.retryFile(name)} onClick={retry}>
            {texts.retry}
          </Button>
        )}
        <Button kind="quiet" aria-label={texts.cancelFile(name)} onClick={cancel}>
          {texts.cancel}
        </Button>
      </span>
    </li>
  );
}

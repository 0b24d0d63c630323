import { useRef, type RefObject } from 'react';
import { Button } from '../../button.js';
import { Dialog, DialogEnd } from '../../dialog/dialog.js';
import { Prose } from '../../prose.js';
import { texts } from '../toolbar/texts.js';
import styles from './formatting-help.module.css';
import { samples } from './samples.js';

interface FormattingHelpProps {
  back: RefObject<HTMLElement | null>;
  close: () => void;
}

export function FormattingHelp({ back, close }: FormattingHelpProps) {
  const introduction = useRef<HTMLParagraphElement>(null);
  return (
    <Dialog
      title={texts.tools.help}

      open
      close={close}
      back={back}
      initialFocus={introduction}
      wide
    >
      {/* Takes the focus so that the arrow keys scroll the help. */}
      <p ref={introduction} className={`color-muted ${styles['introduction']}`} tabIndex={-1}>
        {texts.helpIntroduction}
      </p>
      <dl className={styles['samples']}>
        {samples.map(([source, html]) => (
          <div key={source} className={`border-bottom grid gap-8-16 padding-y-12 ${styles['sample']}`}>
            <dt>
              <code className={`color-muted mono text-14 break-anywhere ${styles['source']}`}>{source}</code>
            </dt>
            <dd>
              <Prose html={html} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={`bg-raised ${styles['end']}`}>
        <DialogEnd>
          <Button onClick={close}>{texts.close}</Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}

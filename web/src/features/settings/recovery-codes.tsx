import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { copyText } from '../../shared/clipboard.js';
import { warnBeforeLeaving } from '../../shared/browser/leave-warning.js';
import { saveFile } from './setting.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

interface RecoveryCodesProps {
  codes: string[];
  username: string;
  close: () => void;
}

export function RecoveryCodes({ codes, username, close }: RecoveryCodesProps) {
  const [outcome, setOutcome] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const lines = codes.join('\n');
  useEffect(() => {
    heading.current?.focus();
    warnBeforeLeaving('recovery-codes', true);
    return () => warnBeforeLeaving('recovery-codes', false);
  }, []);
  async function copy() {
    const isCopied = await copyText(lines).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? texts.copied : texts.copyFailed);
  }
  return (
    <section className={styles['setting']}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.recoveryTitle}
      </h2>
      <p className={styles['lead']}>{texts.recoveryLead}</p>
      <ul role="list" className={`framed grid gap-4-16 mono ${styles['codes']}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row gap-8-12">
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button
          onClick={() =>
            saveFile(new Blob([`${lines}\n`], { type: 'text/plain' }), texts.recoveryFile(location.hostname, username))
          }
        >
          {texts.download}
        </Button>
        <Button kind="primary" onClick={close}>
          {texts.kept}
        </Button>
        <span className="faint" role="status">
          {outcome}
        </span>
      </div>
    </section>
  );
}

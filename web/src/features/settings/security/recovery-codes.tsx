import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { saveFile } from '../shared/save-file.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';

interface RecoveryCodesProps {
  codes: string[];
  username: string;
  kept: () => void;
}

/** Shown once, when they are created: they cannot be shown again, only replaced. */
export function RecoveryCodes({ codes, username, kept }: RecoveryCodesProps) {
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const lines = codes.join('\n');
  useEffect(() => {
    heading.current?.focus();
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  async function copy() {
    const done = await navigator.clipboard.writeText(lines).then(
      () => true,
      () => false,
    );
    setSaid(done ? texts.copied : texts.copyFailed);
  }
  return (
    <section className={styles['block']}>
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
        <Button kind="primary" onClick={kept}>
          {texts.kept}
        </Button>
        <span className="faint" role="status">
          {said}
        </span>
      </div>
    </section>
  );
}

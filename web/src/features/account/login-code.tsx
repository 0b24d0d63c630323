import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { identifierInput, TextField } from '../../ui/field.js';
import styles from './account.module.css';
import { texts } from './texts.js';

export function LoginCode({ back }: { back: () => void }) {
  const [recovering, setRecovering] = useState(false);
  return (
    <>
      <p className="color-muted">{recovering ? texts.recoveryLead : texts.codeLead}</p>
      <TextField
        key={String(recovering)}
        label={recovering ? texts.recoveryCode : texts.code}
        hint={recovering ? texts.recoveryHint : texts.codeHint}
        name="code"
        inputMode={recovering ? 'text' : 'numeric'}
        autoComplete={recovering ? 'off' : 'one-time-code'}
        {...identifierInput}
        maxLength={64}
        autoFocus
        required
      />
      <div className={`flow gap-4 ${styles['choices']}`}>
        <Button kind="quiet" onClick={() => setRecovering(!recovering)}>
          {recovering ? texts.useApp : texts.useRecovery}
        </Button>
        <Button kind="quiet" onClick={back}>
          {texts.startOver}
        </Button>
      </div>
    </>
  );
}

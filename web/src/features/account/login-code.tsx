import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { identifierInput, TextField } from '../../ui/field.js';
import styles from './account.module.css';
import { texts } from './texts.js';

export function LoginCode({ back }: { back: () => void }) {
  const [isRecovering, setRecovering] = useState(false);
  return (
    <>
      <p className="color-muted">{isRecovering ? texts.recoveryLead : texts.codeLead}</p>
      <TextField
        key={String(isRecovering)}
        label={isRecovering ? texts.recoveryCode : texts.code}
        hint={isRecovering ? texts.recoveryHint : texts.codeHint}
        name="code"
        inputMode={isRecovering ? 'text' : 'numeric'}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        {...identifierInput}
        maxLength={64}
        autoFocus
        required
      />
      <div className={`flow gap-4 ${styles['choices']}`}>
        <Button kind="quiet" onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? texts.useApp : texts.useRecovery}
        </Button>
        <Button kind="quiet" onClick={back}>
          {texts.startOver}
        </Button>
      </div>
    </>
  );
}

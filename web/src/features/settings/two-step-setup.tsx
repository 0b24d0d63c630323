import { encode } from 'uqr';
import { send } from '../../shared/api/api.js';
import { TextField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

export interface TwoStepSetup {
  secret: string;
  otpauth_url: string;
}

interface TwoStepSetupFormProps {
  setup: TwoStepSetup;
  onEnabled: (recoveryCodes: string[]) => void;
  cancel: () => void;
}

export function TwoStepSetupForm({ setup: { secret, otpauth_url }, onEnabled, cancel }: TwoStepSetupFormProps) {
  const enable: FormAction = async (fields, key) => {
    const { body } = await send<{ recovery_codes: string[] }>('POST', '/two-step/enable', key, fields);
    onEnabled(body.recovery_codes);
    return null;
  };
  return (
    <div className={`grid align-start ${styles['setup']}`}>
      <QrCode text={otpauth_url} />
      <div className={styles['setting']}>
        <h3>{texts.scan}</h3>
        <p className={styles['lead']}>{texts.scanLead}</p>
        <p>
          <span className="label">{texts.key}</span>
          <br />
          <code className={`code text-15 ${styles['key']}`}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <ActionForm action={enable} button={texts.turnOn} busy={texts.checking} cancel={cancel}>
          <TextField
            label={texts.codeOfApp}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            autoFocus
            required
          />
        </ActionForm>
      </div>
    </div>
  );
}

/** The code is dark on light in every theme because many apps cannot scan inverted codes. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={`rounded ${styles['qr']}`} role="img" aria-label={texts.qrLabel}>
      <path d={squares.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}

import { lazyComponent } from '../../../shared/lazy.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { enableTwoStep, type TwoStepSetup } from '../shared/api.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';

const QrCode = lazyComponent(() => import('./qr-code.js').then((file) => file.QrCode));

interface TwoStepStartProps {
  setup: TwoStepSetup;
  enabled: (recoveryCodes: string[]) => void;
  cancel: () => void;
}

/** The key for the app, as a picture and in letters, and the first code that proves that the app has it. */
export function TwoStepStart({ setup: { secret, otpauth_url }, enabled, cancel }: TwoStepStartProps) {
  const act: FormAction = async (form, key) => {
    const code = formText(form, 'code').trim();
    enabled(await enableTwoStep(code, key));
    return null;
  };
  return (
    <div className={`grid align-start ${styles['setup']}`}>
      <QrCode fallback={<span className={`rounded ${styles['qr']}`} />} text={otpauth_url} label={texts.qrLabel} />
      <div className={styles['block']}>
        <h3>{texts.scan}</h3>
        <p className={styles['lead']}>{texts.scanLead}</p>
        <p>
          <span className="label">{texts.key}</span>
          <br />
          <code className={`code text-15 ${styles['key']}`}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <ActionForm
          action={act}
          button={texts.turnOn}
          busy={texts.checking}
          extra={
            <Button kind="quiet" onClick={cancel}>
              {texts.cancel}
            </Button>
          }
        >
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

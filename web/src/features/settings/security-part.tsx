import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useState } from 'react';
import { send } from '../../shared/api/api.js';
import { setUser } from '../../shared/state/session.js';
import { showToast } from '../../shared/toast.js';
import { Button } from '../../ui/button.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { CodeField, OwnPassword, Setting } from './setting.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import { TwoStepSetupForm, type TwoStepSetup } from './two-step-setup.js';

export function SecurityPart({ user }: { user: Me }) {
  const [setup, setSetup] = useState<TwoStepSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin: FormAction = async (fields, key) => {
    setSetup((await send<TwoStepSetup>('POST', '/two-step/setup', key, fields)).body);
    return null;
  };
  function finishSetup(recoveryCodes: string[]) {
    setUser({ ...user, two_step: true });
    setSetup(null);
    setCodes(recoveryCodes);
  }
  const state = (
    <span className={`text-13 semibold ${styles['state']} ${user.two_step ? styles['active'] : ''}`}>
      {user.two_step ? texts.twoStepOn : texts.twoStepOff}
    </span>
  );
  return (
    <>
      <Setting title={texts.parts.security} lead={texts.twoStepLead} state={state}>
        {!user.two_step && !setup && (
          <ActionForm action={begin} button={texts.setUp} busy={texts.checking}>
            <OwnPassword />
          </ActionForm>
        )}
        {setup && <TwoStepSetupForm setup={setup} onEnabled={finishSetup} cancel={() => setSetup(null)} />}
        {user.two_step && !codes && <EnabledTwoStep user={user} onRenewed={setCodes} />}
      </Setting>
      {codes && <RecoveryCodes codes={codes} username={user.username} close={() => setCodes(null)} />}
    </>
  );
}

function EnabledTwoStep({ user, onRenewed }: { user: Me; onRenewed: (codes: string[]) => void }) {
  const [pendingAction, setPending] = useState<'renew' | 'off' | null>(null);
  const isTurningOff = pendingAction === 'off';
  const submit: FormAction = async (fields, key) => {
    if (isTurningOff) {
      await send('POST', '/two-step/disable', key, fields);
      setUser({ ...user, two_step: false });
      showToast(texts.turnedOff);
    } else {
      const response = await send<{ recovery_codes: string[] }>('POST', '/two-step/recovery-codes', key, fields);
      onRenewed(response.body.recovery_codes);
    }
    return null;
  };
  if (pendingAction === null) {
    return (
      <div className="row gap-8-12">
        <Button onClick={() => setPending('renew')}>{texts.renew}</Button>
        <Button kind="danger" onClick={() => setPending('off')}>
          {texts.turnOff}
        </Button>
      </div>
    );
  }
  return (
    <ActionForm
      action={submit}
      button={isTurningOff ? texts.turnOff : texts.renew}
      busy={texts.checking}
      kind={isTurningOff ? 'danger' : 'primary'}
      cancel={() => setPending(null)}
    >
      <p className={styles['lead']}>{isTurningOff ? texts.turnOffLead : texts.renewLead}</p>
      <OwnPassword />
      <CodeField />
    </ActionForm>
  );
}

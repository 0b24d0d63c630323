import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useState } from 'react';
import { setUser } from '../../../shared/state/session.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { disableTwoStep, renewRecoveryCodes, setUpTwoStep, type TwoStepSetup } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { CodeField, OwnPassword } from '../shared/own-password.js';
import { RecoveryCodes } from './recovery-codes.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';
import { TwoStepStart } from './two-step-start.js';

/** Two-step login: off, being set up, on; its recovery codes are shown here once, when they are created. */
export function SecurityPart({ user }: { user: Me }) {
  const [setup, setSetup] = useState<TwoStepSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  function enabled(made: string[]) {
    setUser({ ...user, two_step: true });
    setSetup(null);
    setCodes(made);
  }
  const state = (
    <span className={`text-13 semibold ${styles['state']} ${user.two_step ? styles['on'] : ''}`}>
      {user.two_step ? texts.twoStepOn : texts.twoStepOff}
    </span>
  );
  return (
    <>
      <Block title={texts.parts.security} lead={texts.twoStepLead} state={state}>
        {!user.two_step && !setup && <SetUp done={setSetup} />}
        {setup && <TwoStepStart setup={setup} enabled={enabled} cancel={() => setSetup(null)} />}
        {user.two_step && !codes && <TwoStepEnabled user={user} renewed={setCodes} />}
      </Block>
      {codes && <RecoveryCodes codes={codes} username={user.username} kept={() => setCodes(null)} />}
    </>
  );
}

function SetUp({ done }: { done: (setup: TwoStepSetup) => void }) {
  const act: FormAction = async (form, key) => {
    const password = formText(form, 'password');
    done(await setUpTwoStep(password, key));
    return null;
  };
  return (
    <ActionForm action={act} button={texts.setUp} busy={texts.checking}>
      <OwnPassword />
    </ActionForm>
  );
}

type PendingAction = 'renew' | 'off';

function TwoStepEnabled({ user, renewed }: { user: Me; renewed: (codes: string[]) => void }) {
  const [wish, setWish] = useState<PendingAction | null>(null);
  const actions: Record<PendingAction, FormAction> = {
    renew: async (form, key) => {
      const body = confirmationIn(form);
      renewed(await renewRecoveryCodes(body, key));
      return null;
    },
    off: async (form, key) => {
      const body = confirmationIn(form);
      await disableTwoStep(body, key);
      setUser({ ...user, two_step: false });
      showToast(texts.turnedOff);
      return null;
    },
  };
  if (wish === null) {
    return (
      <div className="row gap-8-12">
        <Button onClick={() => setWish('renew')}>{texts.renew}</Button>
        <Button kind="danger" onClick={() => setWish('off')}>
          {texts.turnOff}
        </Button>
      </div>
    );
  }
  const off = wish === 'off';
  return (
    <ActionForm
      action={actions[wish]}
      button={off ? texts.turnOff : texts.renew}
      busy={texts.checking}
      kind={off ? 'danger' : 'primary'}
      extra={
        <Button kind="quiet" onClick={() => setWish(null)}>
          {texts.cancel}
        </Button>
      }
    >
      <p className={styles['lead']}>{off ? texts.turnOffLead : texts.renewLead}</p>
      <OwnPassword />
      <CodeField />
    </ActionForm>
  );
}

function confirmationIn(form: FormData) {
  return { password: formText(form, 'password'), code: formText(form, 'code').trim() };
}

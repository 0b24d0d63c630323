import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { RefusalResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState } from 'react';
import { ApiError, NetworkError, send } from '../../shared/api/api.js';
import { linkTo } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import { runWhileLeaving, setUser } from '../../shared/state/session.js';
import { showToast } from '../../shared/toast.js';
import { CheckboxField } from '../../ui/fields/checkbox-field.js';
import { identifierInput, TextField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { CodeField, OwnPassword, saveFile, Setting } from './setting.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

export function DataPart({ user }: { user: Me }) {
  return (
    <>
      <Setting title={texts.exportTitle} lead={texts.exportLead}>
        <ActionForm
          action={exportAccount}
          button={texts.export}
          busy={texts.exporting}
          otherwise={texts.exportFailed}
          children={null}
        />
      </Setting>
      <Setting title={texts.leaveTitle} lead={texts.leaveLead}>
        <DeleteAccountForm user={user} />
      </Setting>
    </>
  );
}

export function DeleteAccountForm({ user }: { user: Me }) {
  const [erasesTexts, setErasesTexts] = useState(false);
  const deleteAccount: FormAction = async ({ name, ...fields }, key) => {
    if (name !== user.username) throw new ApiError(400, 'validation', texts.nameDiffers, 'name');
    await runWhileLeaving(async () => {
      await send('DELETE', '/account', key, { ...fields, texts: erasesTexts });
      showToast(texts.left);
      navigate(linkTo('home'), { replace: true });
      setUser(null);
    });
    return null;
  };
  return (
    <ActionForm
      action={deleteAccount}
      button={texts.leave}
      busy={texts.leaving}
      kind="danger"
      otherwise={texts.leaveFailed}
    >
      <dl className={`grid gap-4 ${styles['consequenceList']}`}>
        <dt>{texts.goes}</dt>
        <dd>{texts.goesList}</dd>
        <dt>{texts.stays}</dt>
        <dd>
          <span role="status">{erasesTexts ? texts.staysErased : texts.staysKept}</span>
        </dd>
      </dl>
      <CheckboxField label={texts.textsToo} hint={texts.textsTooHint} checked={erasesTexts} change={setErasesTexts} />
      <TextField label={texts.typeName(user.username)} name="name" autoComplete="off" {...identifierInput} required />
      <OwnPassword />
      {user.two_step && <CodeField />}
    </ActionForm>
  );
}

const firstByteTimeoutMs = 120_000;

async function exportAccount(): Promise<string> {
  const waitController = new AbortController();
  const timer = setTimeout(() => waitController.abort(), firstByteTimeoutMs);
  const init = { headers: { accept: 'application/zip, application/json' }, signal: waitController.signal };
  try {
    const response = await fetch('/api/account/export', init);
    // The download includes the member's pictures and can be large, so it has no time limit.
    clearTimeout(timer);
    if (!response.ok) {
      const { code = '', error = '' } = (await response.json()) as Partial<RefusalResponse>;
      throw new ApiError(response.status, code, error);
    }
    const disposition = response.headers.get('content-disposition') ?? '';
    saveFile(await response.blob(), /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'guildhall.zip');
    return texts.exported;
  } catch (error) {
    throw error instanceof ApiError ? error : new NetworkError(error);
  }
}

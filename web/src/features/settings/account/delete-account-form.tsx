import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useState } from 'react';
import { ApiError } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { navigate } from '../../../shared/router.js';
import { setUser, runWhileLeaving } from '../../../shared/state/session.js';
import { showToast } from '../../../shared/toast.js';
import { TextField } from '../../../ui/field.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { deleteAccount, type AccountDeletion } from '../shared/api.js';
import { CodeField, OwnPassword } from '../shared/own-password.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';

/** Deletes the account: after the password, and the name typed out. */
export function DeleteAccountForm({ user }: { user: Me }) {
  const [textsToo, setTextsToo] = useState(false);
  const act: FormAction = async (form, key) => {
    if (formText(form, 'name').trim() !== user.username)
      throw new ApiError(400, 'validation', texts.nameDiffers, 'name');
    const body: AccountDeletion = { password: formText(form, 'password'), texts: textsToo };
    if (user.two_step) body.code = formText(form, 'code').trim();
    await runWhileLeaving(async () => {
      await deleteAccount(body, key);
      showToast(texts.left);
      navigate(linkTo('home'), { replace: true });
      setUser(null);
    });
    return null;
  };
  return (
    <ActionForm action={act} button={texts.leave} busy={texts.leaving} kind="danger" otherwise={texts.leaveFailed}>
      <dl className={`grid gap-4 ${styles['facts']}`}>
        <dt>{texts.goes}</dt>
        <dd>{texts.goesList}</dd>
        <dt>{texts.stays}</dt>
        <dd>
          <span role="status">{textsToo ? texts.staysErased : texts.staysKept}</span>
        </dd>
      </dl>
      <label className={`grid ${styles['check']}`}>
        <input
          className="tick-box"
          type="checkbox"
          checked={textsToo}
          onChange={(event) => setTextsToo(event.target.checked)}
        />
        <span>{texts.textsToo}</span>
        <span className="faint">{texts.textsTooHint}</span>
      </label>
      <TextField
        label={texts.typeName(user.username)}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <OwnPassword />
      {user.two_step && <CodeField />}
    </ActionForm>
  );
}

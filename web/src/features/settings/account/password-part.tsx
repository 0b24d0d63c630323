import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { buttonClass } from '../../../ui/button.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { formText } from '../../../ui/form/form-text.js';
import { NewPassword, readNewPassword } from '../../../ui/form/new-password.js';
import { changePassword } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { OwnPassword } from '../shared/own-password.js';
import { texts } from '../shared/texts.js';

export function PasswordPart() {
  const act: FormAction = async (form, key) => {
    const body = { current_password: formText(form, 'current_password'), ...readNewPassword(form) };
    return (await changePassword(body, key)) || texts.passwordChanged;
  };
  return (
    <Block title={texts.parts.password} lead={texts.passwordLead}>
      <ActionForm
        action={act}
        button={texts.changePassword}
        busy={texts.saving}
        extra={
          <Link to={linkTo('forgotPassword')} className={buttonClass('quiet')}>
            {texts.forgot}
          </Link>
        }
      >
        <OwnPassword label={texts.currentPassword} name="current_password" />
        <NewPassword label={texts.newPassword} repeat={texts.repeatPassword} />
      </ActionForm>
    </Block>
  );
}

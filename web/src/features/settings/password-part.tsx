import { Link } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { buttonClass } from '../../shared/ui/button.js';
import { ActForm, type Act } from '../form/act-form.js';
import { formText } from '../form/form-text.js';
import { NewPassword, newPasswordOf } from '../form/new-password.js';
import { changePassword } from './api.js';
import { Block } from './block.js';
import { OwnPassword } from './own-password.js';
import { texts } from './texts.js';

export function PasswordPart() {
  const act: Act = async (form, keyFor) => {
    const body = { current_password: formText(form, 'current_password'), ...newPasswordOf(form) };
    return (await changePassword(body, keyFor(body))) || texts.passwordChanged;
  };
  return (
    <Block title={texts.parts.password} lead={texts.passwordLead}>
      <ActForm
        act={act}
        button={texts.changePassword}
        busy={texts.saving}
        beside={
          <Link to={linkTo('forgotPassword')} className={buttonClass('quiet')}>
            {texts.forgot}
          </Link>
        }
      >
        <OwnPassword label={texts.currentPassword} name="current_password" />
        <NewPassword label={texts.newPassword} repeat={texts.repeatPassword} />
      </ActForm>
    </Block>
  );
}

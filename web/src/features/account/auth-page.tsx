import { Tabs } from '@base-ui/react/tabs';
import type { RegisterResponse } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useState } from 'react';
import { send } from '../../shared/api/api.js';
import { getBrowserTimeZone } from '../../shared/browser/time-zone.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Alert } from '../../ui/alert.js';
import { ButtonLink } from '../../ui/button.js';
import { EmailField, UsernameField } from '../../ui/field.js';
import { ActionForm, type FormAction } from '../../ui/form/action-form.js';
import { checkRepeated, NewPassword } from '../../ui/form/new-password.js';
import tabs from '../../ui/tabs.module.css';
import { AccountPage } from './account-page.js';
import styles from './account.module.css';
import { LoginForm, useReturnPath } from './login-form.js';
import { forgetPending, readPendingEmail, rememberPending } from './pending-email.js';
import { PendingRegistration } from './pending-registration.js';
import { texts } from './texts.js';

export function AuthPage() {
  const username = useSession((state) => state.user?.username);
  const [isEntering, setEntering] = useState(false);
  // The form stays on screen with its "Login successful!" message until the next page opens.
  if (username !== undefined && !isEntering) return <AlreadyLoggedIn username={username} />;
  return <AuthForms onEntering={() => setEntering(true)} />;
}

function AlreadyLoggedIn({ username }: { username: string }) {
  const returnPath = useReturnPath();
  usePageTitle(texts.login);
  return (
    <AccountPage title={texts.alreadyIn(username)} lead={texts.alreadyInBody}>
      <div className="flow gap-8">
        <ButtonLink kind="primary" to={returnPath}>
          {returnPath === linkTo('home') ? shared.notFound.home : texts.goOn}
        </ButtonLink>
        <ButtonLink to={linkTo('profile', { username })}>{shared.nav.profile}</ButtonLink>
        <ButtonLink to={linkTo('logout')}>{shared.nav.logout}</ButtonLink>
      </div>
    </AccountPage>
  );
}

function AuthForms({ onEntering }: { onEntering: () => void }) {
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [registeredMessage, setRegistered] = useState<string | null>(null);
  const [pendingEmail, setPending] = useState(readPendingEmail);
  const [unverifiedLogins, setUnverifiedLogins] = useState(0);
  usePageTitle(texts[tab]);
  const showLogin = (message: string, email: string) => {
    rememberPending(email);
    setPending(email);
    setRegistered(message);
    setTab('login');
  };
  // The account may not be the one registered in this browser, and the server does not reveal its address.
  const showPending = () => {
    forgetPending();
    setPending('');
    setUnverifiedLogins((count) => count + 1);
    setRegistered(null);
  };
  return (
    <AccountPage title={texts[tab]} lead={texts.intro}>
      <Tabs.Root value={tab} onValueChange={(value) => setTab(value === 'register' ? 'register' : 'login')}>
        <Tabs.List className={tabs['segments']} activateOnFocus>
          {(['login', 'register'] as const).map((value) => (
            <Tabs.Tab key={value} value={value} className={tabs['segment']}>
              {texts[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="login" className={`stack gap-16 ${styles['panel']}`}>
          {registeredMessage !== null && <Alert kind="success">{registeredMessage}</Alert>}
          {pendingEmail !== null && (
            <PendingRegistration key={`${unverifiedLogins} ${pendingEmail}`} email={pendingEmail} />
          )}
          <LoginForm onEntering={onEntering} onUnverified={showPending} />
        </Tabs.Panel>
        <Tabs.Panel value="register" className={`stack gap-16 ${styles['panel']}`}>
          <RegisterForm onDone={showLogin} />
        </Tabs.Panel>
      </Tabs.Root>
    </AccountPage>
  );
}

function RegisterForm({ onDone }: { onDone: (message: string, email: string) => void }) {
  const register: FormAction = async (fields, key) => {
    checkRepeated(fields);
    const body = { ...fields, time_zone: getBrowserTimeZone() };
    const { success } = (await send<RegisterResponse>('POST', '/register', key, body)).body;
    onDone(success.includes(texts.checkMail) ? success : `${success} ${texts.checkMail}`.trim(), fields['email'] ?? '');
    return null;
  };
  return (
    <ActionForm action={register} button={texts.register} busy={texts.creating} otherwise={texts.unknownError}>
      <EmailField label={texts.email} />
      <UsernameField label={texts.username} autoComplete="username" />
      <NewPassword label={texts.password} repeat={texts.repeat} />
    </ActionForm>
  );
}

import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { lazyComponent } from '../../shared/lazy.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { showError } from '../../shared/toast.js';
import { Alert } from '../../ui/alert.js';
import { AlreadyLoggedIn } from './login/already-logged-in.js';
import tabs from '../../ui/tabs.module.css';
import styles from './shared/auth.module.css';
import { LoginForm } from './login/login-form.js';
import { pendingEmail, rememberPending } from './pending/pending.js';
import { PendingRegistration } from './pending/pending-registration.js';
import { texts } from './shared/texts.js';

const RegisterForm = lazyComponent(() => import('./login/register-form.js').then((file) => file.RegisterForm));

/** Login and create-account switch; a member who is already logged in sees that instead. */
export function AuthPage() {
  const username = useSession((state) => state.user?.username);
  const [entering, setEntering] = useState(false);
  // Between a login and the next page the form stays, with its 'Login successful!'.
  if (username !== undefined && !entering) return <AlreadyLoggedIn username={username} />;
  return <AuthForms entering={() => setEntering(true)} />;
}

function AuthForms({ entering }: { entering: () => void }) {
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState<string | null>(null);
  const [pending, setPending] = useState(pendingEmail);
  usePageTitle(tab === 'login' ? texts.login : texts.register);
  return (
    <div className={styles['page']}>
      <h1>{tab === 'login' ? texts.login : texts.register}</h1>
      <p className={styles['intro']}>{texts.intro}</p>
      <Tabs.Root value={tab} onValueChange={(value) => setTab(value === 'register' ? 'register' : 'login')}>
        <Tabs.List className={tabs['segments']} activateOnFocus>
          <Tabs.Tab value="login" className={tabs['segment']}>
            {texts.login}
          </Tabs.Tab>
          <Tabs.Tab value="register" className={tabs['segment']}>
            {texts.register}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login" className={`stack-wide ${styles['panel']}`}>
          {registered !== null && <Alert kind="success">{registered}</Alert>}
          {pending !== null && <PendingRegistration key={pending} email={pending} />}
          <LoginForm entering={entering} />
        </Tabs.Panel>
        <Tabs.Panel value="register" className={`stack-wide ${styles['panel']}`}>
          <RegisterForm
            unfetched={() => {
              setTab('login');
              showError(shared.loadFailed);
            }}
            done={(message, email) => {
              rememberPending(email);
              setPending(email);
              setRegistered(message);
              setTab('login');
            }}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

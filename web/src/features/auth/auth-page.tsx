import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { usePageTitle } from '../../shared/page-title.js';
import { useSession } from '../../shared/session.js';
import { Notice } from '../../shared/ui/notice.js';
import { AlreadyIn } from './already-in.js';
import styles from './auth.module.css';
import { LoginForm } from './login-form.js';
import { RegisterForm } from './register-form.js';
import { texts } from './texts.js';

/** Login and create-account switch; who is in already is told so. */
export function AuthPage() {
  const username = useSession((state) => state.user?.username);
  const [entering, setEntering] = useState(false);
  // Between a login and the next page the form stays, with its 'Login successful!'.
  if (username !== undefined && !entering) return <AlreadyIn username={username} />;
  return <AuthForms entering={() => setEntering(true)} />;
}

function AuthForms({ entering }: { entering: () => void }) {
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [registered, setRegistered] = useState<string | null>(null);
  usePageTitle(tab === 'login' ? texts.login : texts.register);
  return (
    <div className={styles['page']}>
      <h1>{tab === 'login' ? texts.login : texts.register}</h1>
      <p className={styles['intro']}>{texts.intro}</p>
      <Tabs.Root value={tab} onValueChange={(value) => setTab(value === 'register' ? 'register' : 'login')}>
        <Tabs.List className={styles['tabs']} activateOnFocus>
          <Tabs.Tab value="login" className={styles['tab']}>
            {texts.login}
          </Tabs.Tab>
          <Tabs.Tab value="register" className={styles['tab']}>
            {texts.register}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login" className={styles['panel']}>
          {registered !== null && <Notice kind="success">{registered}</Notice>}
          <LoginForm entering={entering} />
        </Tabs.Panel>
        <Tabs.Panel value="register" className={styles['panel']}>
          <RegisterForm
            done={(message) => {
              setRegistered(message);
              setTab('login');
            }}
          />
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

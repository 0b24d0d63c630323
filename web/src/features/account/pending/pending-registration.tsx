import { useState } from 'react';
import { lazyComponent } from '../../../shared/lazy.js';
import styles from '../shared/auth.module.css';
import { texts } from '../shared/texts.js';

const PendingChoices = lazyComponent(() => import('./pending-choices.js').then((file) => file.PendingChoices));

/** After a registration: the address that got the mail. In this browser it can be sent again, and corrected. */
export function PendingRegistration({ email: registered }: { email: string }) {
  const [email, setEmail] = useState(registered);
  return (
    <section className="card break-anywhere padding-16" aria-labelledby="pending">
      <h2 id="pending">{texts.pendingTitle}</h2>
      <p>
        {texts.pendingSent} <strong>{email}</strong>. {texts.pendingHere}
      </p>
      <PendingChoices changed={setEmail} fallback={<div className={styles['pendingRoom']} />} />
    </section>
  );
}

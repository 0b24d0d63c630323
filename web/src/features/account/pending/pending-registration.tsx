import { useState } from 'react';
import { texts } from '../shared/texts.js';
import { PendingChoices } from './pending-choices.js';

/** After a registration: the address that got the mail. In this browser it can be sent again, and corrected. */
export function PendingRegistration({ email: registered }: { email: string }) {
  const [email, setEmail] = useState(registered);
  return (
    <section className="card break-anywhere padding-16" aria-labelledby="pending">
      <h2 id="pending">{texts.pendingTitle}</h2>
      <p>
        {texts.pendingSent} <strong>{email}</strong>. {texts.pendingHere}
      </p>
      <PendingChoices changed={setEmail} />
    </section>
  );
}

import { useEffect } from 'react';
import { LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { MemberName } from '../../../ui/member.js';
import { IgnoreButton } from '../../../ui/notifications/ignore-button.js';
import { ensureIgnored, useIgnored } from '../../../shared/notifications/ignored.js';
import { texts } from '../../../ui/notifications/texts.js';

/** The members that the member ignores, each with a button to stop. */
export function IgnoredList() {
  const { status, people } = useIgnored();
  useEffect(() => void ensureIgnored(), []);
  return (
    <section aria-labelledby="ignored" className="margin-top-32">
      <h2 id="ignored">{texts.ignore.list}</h2>
      {status === 'failed' && <LoadError again={() => void ensureIgnored()} />}
      {(status === 'unasked' || status === 'loading') && <Skeleton width="100%" height={44} />}
      {status === 'ready' && people.length === 0 && <p>{texts.ignore.nobody}</p>}
      <ul role="list">
        {people.map((person) => (
          <li key={person.id} className="line gap-12 spread border-bottom">
            <MemberName name={person.username} />
            <IgnoreButton person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

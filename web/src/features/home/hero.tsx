import { useRef, useState } from 'react';
import { site } from '../../shared/site.js';
import { linkTo } from '../../shared/paths.js';
import { useSession } from '../../shared/session.js';
import { Button, ButtonLink } from '../../shared/ui/button.js';
import styles from './home.module.css';
import { texts } from './texts.js';

const thanks = 2_000;

export function Hero() {
  const guest = useSession((state) => state.user === null);
  return (
    <div className={styles['hero']}>
      <h1>
        {texts.heroFirst}
        <br />
        {texts.heroSecond}
      </h1>
      <p>{texts.intro}</p>
      <ServerAddress />
      <div className={styles['heroLinks']}>
        <ButtonLink kind="quiet" to={linkTo('store')}>
          {texts.store}
        </ButtonLink>
        <ButtonLink kind="quiet" to={linkTo('rules')}>
          {texts.rules}
        </ButtonLink>
        {guest && (
          <ButtonLink kind="quiet" to={linkTo('auth')}>
            {texts.join}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function ServerAddress() {
  const [said, setSaid] = useState<string | null>(null);
  const address = useRef<HTMLElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(site.serverAddress);
      setSaid(texts.copied);
    } catch {
      if (address.current) getSelection()?.selectAllChildren(address.current);
      setSaid(texts.copyFailed);
    }
    setTimeout(() => setSaid(null), thanks);
  }
  return (
    <div className={styles['address']} role="group" aria-label={texts.address}>
      <code ref={address}>{site.serverAddress}</code>
      <Button kind="primary" onClick={() => void copy()}>
        <span role="status">{said ?? texts.copy}</span>
      </Button>
    </div>
  );
}

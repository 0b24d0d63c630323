import { useRef, useState } from 'react';
import { linkTo } from '../../../shared/paths.js';
import { useSession } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import styles from './home.module.css';
import { texts } from './texts.js';

const copyStatusMs = 2_000;

export function Hero() {
  const guest = useSession((state) => state.user === null);
  const { name, front_title: title, front_text: text, server_address: address } = useSite();
  return (
    <div className={styles['hero']}>
      <h1 dir="auto">{title || name}</h1>
      <p className="color-muted text-18" dir="auto">
        {text}
      </p>
      {address !== '' && <ServerAddress address={address} />}
      <div className={`flow gap-4 ${styles['heroLinks']}`}>
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

function ServerAddress({ address }: { address: string }) {
  const [copyStatus, setCopyStatus] = useState<string | null>(null);
  const addressElement = useRef<HTMLElement>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopyStatus(texts.copied);
    } catch {
      if (addressElement.current) getSelection()?.selectAllChildren(addressElement.current);
      setCopyStatus(texts.copyFailed);
    }
    setTimeout(() => setCopyStatus(null), copyStatusMs);
  }
  return (
    <div className={`line gap-12 spread ${styles['address']}`} role="group" aria-label={texts.address}>
      <code className="mono semibold ellipsis" ref={addressElement}>
        {address}
      </code>
      <Button kind="primary" onClick={() => void copy()}>
        {copyStatus ?? texts.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {copyStatus}
      </span>
    </div>
  );
}

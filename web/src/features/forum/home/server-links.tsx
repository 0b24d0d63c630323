import { useRef, useState } from 'react';
import { copyText } from '../../../shared/clipboard.js';
import { linkTo } from '../../../shared/paths.js';
import { useSession } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import styles from './home.module.css';
import { texts } from './texts.js';

const copyStatusMs = 2_000;

export function ServerLinks() {
  const guest = useSession((state) => state.user === null);
  const address = useSite((site) => site.server_address);
  return (
    <>
      {address !== '' && <ServerAddress address={address} />}
      <div className={`flow gap-4 ${styles['serverLinks']}`}>
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
    </>
  );
}

function ServerAddress({ address }: { address: string }) {
  const [copyStatus, setCopyStatus] = useState<string | null>(null);
  const addressElement = useRef<HTMLElement>(null);
  async function copy() {
    try {
      await copyText(address);
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

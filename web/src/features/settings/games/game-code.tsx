import type { NewGameCode } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useEffect, useState } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { texts } from './texts.js';

interface Code {
  code: string;
  /** Measured by the browser's clock, which may be wrong. */
  expiresAtMs: number;
}

export function GameCode() {
  const [shownCode, setShown] = useState<Code | null>(null);
  const { busy, fault, run } = useMutation(texts.codeFailed);
  const create = () =>
    void run('code', async (key) => {
      const { body } = await send<NewGameCode>('POST', '/account/game-code', key);
      setShown({ code: body.code, expiresAtMs: Date.now() + body.seconds * 1_000 });
    });
  return (
    <>
      {shownCode && <ShownCode key={shownCode.code} {...shownCode} />}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div>
        <Button kind={shownCode ? 'secondary' : 'primary'} aria-disabled={busy} onClick={create}>
          {shownCode ? texts.newCode : texts.getCode}
        </Button>
      </div>
    </>
  );
}

function ShownCode({ code, expiresAtMs }: Code) {
  const secondsLeft = useSecondsUntil(expiresAtMs);
  if (secondsLeft === 0) return <Alert>{texts.expired}</Alert>;
  return (
    <div className="framed stack gap-8 padding-16" role="group" aria-label={texts.code}>
      <p className="row gap-12">
        <code className="code text-18">{code}</code>
        <CopyText text={code} />
      </p>
      <p>{texts.enter(code)}</p>
      <p className="faint">
        {texts.validFor}{' '}
        <span role="timer" className="numbers">
          {formatMinutes(secondsLeft)}
        </span>
        . {texts.waiting}
      </p>
    </div>
  );
}

/** Reads the clock because browsers slow down the timers of hidden pages. */
function useSecondsUntil(atMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((atMs - now) / 1_000));
}

const formatMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

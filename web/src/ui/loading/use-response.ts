import { useEffect, useState } from 'react';
import { get, wordsOf } from '../../shared/api/api.js';
import { texts } from '../../shared/texts.js';

interface Loaded<Body> {
  /** Of the newest answer to this address; null before it, and where it failed. */
  body: Body | null;
  /** Why it failed, in words. */
  fault: string | null;
  again: () => void;
}

interface Known<Body> {
  address: string;
  body: Body | null;
  fault: string | null;
}

/** What a call answers, asked when the page is shown and whenever the address changes. */
export function useResponse<Body>(address: string): Loaded<Body> {
  const [known, setKnown] = useState<Known<Body> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let over = false;
    get<Body>(address).then(
      ({ body }) => over || setKnown({ address, body, fault: null }),
      (error: unknown) => over || setKnown({ address, body: null, fault: wordsOf(error, texts.loadFailed) }),
    );
    return () => {
      over = true;
    };
  }, [address, attempt]);
  const current = known?.address === address ? known : null;
  return {
    body: current?.body ?? null,
    fault: current?.fault ?? null,
    again: () => setAttempt((count) => count + 1),
  };
}

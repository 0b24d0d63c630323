import type { AccountRow } from '@guildhall/domain/wire/admin.js';
import { useEffect, useState } from 'react';
import { Refused, wordsOf } from '../../shared/api.js';
import { texts as shared } from '../../shared/texts.js';
import { account } from './api.js';

interface Loaded {
  /** Of whom, as of when, and the how manieth time it is asked. */
  question: string;
  row: AccountRow | null;
  gone: boolean;
  fault: string | null;
}

interface Account extends Omit<Loaded, 'question'> {
  loading: boolean;
  reload: () => void;
}

const nothing = { row: null, gone: false, fault: null };

/** An account by the id of an address, as it is or as of a moment; while another moment is asked for, what was shown. */
export function useAccount(id: string, at: string | null = null): Account {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const question = `${id} ${at ?? ''} ${attempt}`;
  useEffect(() => {
    let over = false;
    const keep = (found: Partial<Loaded>) => over || setLoaded({ ...nothing, ...found, question });
    account(id, at).then(
      (row) => keep({ row }),
      (error: unknown) => {
        if (error instanceof Refused && error.status === 404) keep({ gone: true });
        else keep({ fault: wordsOf(error, shared.loadFailed) });
      },
    );
    return () => {
      over = true;
    };
  }, [id, at, question]);
  const reload = () => setAttempt((before) => before + 1);
  const same = loaded?.question.split(' ')[0] === id;
  return { ...nothing, ...(same ? loaded : {}), loading: loaded?.question !== question, reload };
}

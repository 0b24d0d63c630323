import type { AccountRow } from '@guildhall/domain/wire/schemas/users.js';
import { useEffect, useState } from 'react';
import { Refused, wordsOf } from '../../../shared/api/api.js';
import { texts as shared } from '../../../shared/texts.js';
import { account } from '../shared/api.js';

interface Loaded {
  /** Of whom, as of when, and the how manieth time it is asked. */
  question: string;
  row: AccountRow | null;
  gone: boolean;
  fault: string | null;
  /** Where the views stood when it was read. */
  position: string | null;
}

interface Account extends Omit<Loaded, 'question'> {
  loading: boolean;
  reload: () => void;
  /** As `reload`, but quietly. @returns the position of the answer; null where there was none */
  again: () => Promise<string | null>;
}

const nothing = { row: null, gone: false, fault: null, position: null };

/** An account by the id of an address, as it is or as of a moment; while another moment is asked for, what was shown. */
export function useAccount(id: string, at: string | null = null): Account {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const question = `${id} ${at ?? ''} ${attempt}`;
  useEffect(() => {
    let over = false;
    const keep = (found: Partial<Loaded>) => over || setLoaded({ ...nothing, ...found, question });
    account(id, at).then(
      ({ body: row, position }) => keep({ row, position }),
      (error: unknown) => keep(isGone(error) ? { gone: true } : { fault: wordsOf(error, shared.loadFailed) }),
    );
    return () => {
      over = true;
    };
  }, [id, at, question]);
  const reload = () => setAttempt((before) => before + 1);
  const again = async () => {
    const found = await account(id, at).then(
      ({ body: row, position }): Partial<Loaded> => ({ row, position }),
      (error: unknown): Partial<Loaded> | null => (isGone(error) ? { gone: true } : null),
    );
    // Another question was asked meanwhile, or there was no answer: what is shown stays.
    if (found) setLoaded((before) => (before?.question === question ? { ...nothing, ...found, question } : before));
    return found?.position ?? null;
  };
  const same = loaded?.question.split(' ')[0] === id;
  return { ...nothing, ...(same ? loaded : {}), loading: loaded?.question !== question, reload, again };
}

function isGone(error: unknown): boolean {
  return error instanceof Refused && error.status === 404;
}

import type { AccountRow } from '@guildhall/domain/wire/schemas/users.js';
import { create } from 'zustand';
import { get, wordsOf } from '../../../shared/api/api.js';
import { texts as shared } from '../../../shared/texts.js';
import { addressOf, type Question } from './question.js';

interface UserList {
  /** `loading` also while another page is asked for: the rows before stay until then. */
  status: 'loading' | 'ready' | 'failed';
  rows: AccountRow[];
  /** On all pages. */
  total: number;
  fault: string | null;
  /** Where the views stood when it was read. */
  position: string | null;
}

export const useUserList = create<UserList>(() => ({
  status: 'loading',
  rows: [],
  total: 0,
  fault: null,
  position: null,
}));

let asked = 0;
let shown: Question | null = null;

/** Asks for the page of a question; of two answers the one to the last question counts. */
export async function loadUsers(question: Question): Promise<void> {
  const mine = ++asked;
  shown = question;
  useUserList.setState({ status: 'loading', fault: null });
  try {
    const { body, total, position } = await get<AccountRow[]>(addressOf(question));
    if (mine === asked) useUserList.setState({ status: 'ready', rows: body, total: total ?? body.length, position });
  } catch (error) {
    if (mine !== asked) return;
    useUserList.setState({ status: 'failed', rows: [], total: 0, fault: wordsOf(error, shared.loadFailed) });
  }
}

/** Somebody in the table has changed: asks again for what is shown. */
export async function reloadUsers(): Promise<void> {
  if (shown) await loadUsers(shown);
}

/** As that, but quietly: what is shown stays where there is no answer. @returns the position of the answer */
export async function askUsersAgain(): Promise<string | null> {
  const mine = asked;
  const answer = shown && (await get<AccountRow[]>(addressOf(shown)).catch(() => null));
  if (!answer || mine !== asked) return null;
  const { body, total, position } = answer;
  useUserList.setState({ status: 'ready', rows: body, total: total ?? body.length, position, fault: null });
  return position;
}

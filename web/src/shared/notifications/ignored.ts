import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { send, getAll } from '../api/api.js';
import { useSession, onUserChange } from '../state/session.js';

interface Ignored {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  people: PersonRow[];
}

const empty: Ignored = { status: 'idle', people: [] };

export const useIgnored = create<Ignored>(() => empty);
onUserChange(() => useIgnored.setState(empty));

export function isIgnored({ people }: Ignored, userId: number): boolean {
  return people.some(({ id }) => id === userId);
}

export async function ensureIgnored(): Promise<void> {
  const userId = useSession.getState().user?.id;
  const { status } = useIgnored.getState();
  if (userId === undefined || status === 'loading' || status === 'ready') return;
  useIgnored.setState({ status: 'loading' });
  const response = await getAll<PersonRow>('/ignored').catch(() => null);
  if (useSession.getState().user?.id !== userId) return;
  useIgnored.setState(response ? { status: 'ready', people: response.body } : { status: 'failed' });
}

export async function setIgnored(person: PersonRow, isIgnoring: boolean, key: string): Promise<void> {
  const call = `/profile/${encodeURIComponent(person.username)}/${isIgnoring ? 'ignore' : 'unignore'}`;
  await send<WriteResponse>('POST', call, key);
  useIgnored.setState(({ people }) => {
    const otherPeople = people.filter(({ id }) => id !== person.id);
    return { people: isIgnoring ? [person, ...otherPeople] : otherPeople };
  });
}

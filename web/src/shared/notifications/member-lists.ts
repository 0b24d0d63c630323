import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { send, getAll } from '../api/api.js';
import { useSession, onUserChange } from '../state/session.js';

interface State {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  people: PersonRow[];
}

const empty: State = { status: 'idle', people: [] };

/** `add` and `remove` are the calls that change whether a member is in the list. */
function createMemberList(address: string, add: string, remove: string) {
  const useList = create<State>(() => empty);
  let pendingLoad: Promise<void> | null = null;
  let isOutdated = false;
  onUserChange(() => {
    pendingLoad = null;
    useList.setState(empty);
  });

  async function read(): Promise<void> {
    const userId = useSession.getState().user?.id;
    const isReady = useList.getState().status === 'ready';
    if (!isReady) useList.setState({ status: 'loading' });
    let response;
    do {
      await Promise.resolve(); // Simultaneous calls share a request: every button on the page reports a change.
      isOutdated = false;
      response = await getAll<PersonRow>(address).catch(() => null);
      if (useSession.getState().user?.id !== userId) return;
    } while (isOutdated);
    pendingLoad = null;
    if (response) useList.setState({ status: 'ready', people: response.body });
    else if (!isReady) useList.setState({ status: 'failed' });
  }

  /** A request in progress may not include the latest change, so the list is loaded again afterwards. */
  const load = (): Promise<void> => {
    isOutdated = true;
    return (pendingLoad ??= read());
  };

  return {
    useList,
    useIncludes: (userId: number) => useList(({ people }) => people.some(({ id }) => id === userId)),
    load,
    async ensure(): Promise<void> {
      if (useSession.getState().user && useList.getState().status !== 'ready') await (pendingLoad ??= read());
    },
    async set(person: PersonRow, isAdded: boolean, key: string): Promise<void> {
      const call = `/profile/${encodeURIComponent(person.username)}/${isAdded ? add : remove}`;
      await send<WriteResponse>('POST', call, key);
      isOutdated = true;
      useList.setState(({ people }) => {
        const otherPeople = people.filter(({ id }) => id !== person.id);
        return { people: isAdded ? [person, ...otherPeople] : otherPeople };
      });
    },
  };
}

export type MemberList = ReturnType<typeof createMemberList>;

/** Members whose posts are collapsed. */
export const ignoredMembers = createMemberList('/ignored', 'ignore', 'unignore');
/** Members who cause no notifications. */
export const mutedMembers = createMemberList('/muted', 'mute', 'unmute');

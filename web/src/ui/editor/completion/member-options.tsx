import { foldName } from '@guildhall/domain/account/names.js';
import { useResponse } from '../../../queries/use-response.js';
import { useDebounced } from '../../../shared/hooks/use-debounced.js';
import type { MemberStat } from '../../../shared/state/members.js';
import { Avatar, RoleBadge } from '../../member.js';
import { maxOptions, OptionList, type OptionsProps } from './option-list.js';

export function MemberOptions(props: OptionsProps) {
  const members = useMembers(props.query.typedText);
  const options = members.map(({ id, username, avatar_url, role }) => ({
    key: id,
    text: `@${username} `,
    view: (
      <>
        <Avatar name={username} url={avatar_url} />
        {username}
        <RoleBadge role={role} />
      </>
    ),
  }));
  return <OptionList {...props} options={options} />;
}

/** Previous members who still match stay visible until the response arrives. */
function useMembers(typedText: string): MemberStat[] {
  const address = `/forums/member-stats?search=${encodeURIComponent(useDebounced(typedText))}&limit=${maxOptions}`;
  const members = useResponse<MemberStat[]>(address, { keepPrevious: true }).body ?? [];
  return members.filter(({ username }) => foldForSearch(username).includes(foldForSearch(typedText)));
}

/** The server also ignores accents. */
const foldForSearch = (name: string): string =>
  foldName(name)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

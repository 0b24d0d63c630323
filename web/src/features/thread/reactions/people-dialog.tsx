import { emojis } from '@guildhall/domain/reaction/emoji.js';
import type { ReactionRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { RefObject } from 'react';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { Emoji } from '../../../ui/emoji/emoji.js';
import { reactionNames } from '../../../ui/emoji/reaction-texts.js';
import { Avatar, MemberName, RoleBadge } from '../../../ui/member.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { texts as dialogTexts } from '../../../ui/dialog/texts.js';
import styles from './reactions.module.css';
import type { Target } from './store.js';
import { texts } from './texts.js';

const people: ListKind<ReactionRow, ReactionRow[]> = {
  getRows: (rows) => rows,
  getKey: ({ user_id }) => user_id,
  size: 50,
  most: 1_000,
};

interface PeopleDialogProps {
  target: Target;
  close: () => void;
  back: RefObject<HTMLButtonElement | null>;
}

export function PeopleDialog({ target, close, back }: PeopleDialogProps) {
  return (
    <Dialog title={texts.who} open close={close} back={back}>
      <People address={`/forums/reactions/${target.kind}/${target.id}/people`} />
      <DialogEnd>
        <Button onClick={close}>{dialogTexts.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}

function People({ address }: { address: string }) {
  const { rows, status, next, loadingMore, loadMore, reload } = usePagedList(people, address);
  return (
    <div aria-busy={status === 'loading'}>
      {status === 'failed' && <LoadError retry={() => void reload()} />}
      {status === 'loading' && rows.length === 0 && <EmptyState>{shared.loading}</EmptyState>}
      {status === 'ready' && rows.length === 0 && <EmptyState>{texts.nobody}</EmptyState>}
      <ul role="list">
        {rows.map(({ user_id, username, avatar_url, role, emoji }) => (
          <li key={user_id} className={`line ${styles['person']}`}>
            <Avatar name={username} url={avatar_url} />
            <MemberName name={username} />
            <RoleBadge role={role} />
            <span className="push-end text-18">
              <Emoji sprite="reactions" name={emoji} character={emojis[emoji]} label={reactionNames[emoji]} />
            </span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button onClick={() => void loadMore()} aria-disabled={loadingMore}>
          {loadingMore ? shared.loading : texts.more}
        </Button>
      )}
    </div>
  );
}

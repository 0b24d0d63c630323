import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { Avatar } from '../../../ui/member.js';
import { texts } from '../texts.js';
import styles from './list.module.css';

/** The pictures of the last few who replied. Who started the thread has their own picture at the start of the row. */
export function Participants({ row: { participants } }: { row: Pick<ThreadSummary, 'participants'> }) {
  if (participants.length === 0) return null;
  const names = texts.list.participants(participants.map(({ username }) => username));
  return (
    <span className={`flex ${styles['participants']}`} role="img" aria-label={names} title={names}>
      {participants.map(({ id, username, avatar_url }) => (
        <Avatar key={id} name={username} url={avatar_url} />
      ))}
    </span>
  );
}

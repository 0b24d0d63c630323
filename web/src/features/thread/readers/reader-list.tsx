import { Avatar } from '../../../ui/member.js';
import { useThread } from '../state/store.js';
import { texts } from './texts.js';

const maxAvatars = 4;
const maxNames = 2;

/** Screen readers do not announce the list because it changes constantly. */
export function ReaderList({ me }: { me: number }) {
  const readers = useThread((state) => state.readers);
  const listedReaders = useThread((state) => state.listedReaders);
  const otherReaders = listedReaders.filter(({ id }) => id !== me);
  // Members who hide their presence are not counted, so a count of 1 need not be the viewer.
  if (readers < 2 && otherReaders.length === 0) return null;
  const writers = otherReaders.filter(({ writing }) => writing).map(({ username }) => username);
  return (
    <div className="flow gap-8 align-center text-13 muted numbers" aria-live="off">
      {otherReaders.length > 0 && (
        <span className="line gap-4">
          {otherReaders.slice(0, maxAvatars).map(({ id, username, avatar_url }) => (
            <Avatar key={id} name={username} url={avatar_url} />
          ))}
        </span>
      )}
      <span className="shrinkable break-anywhere">
        {texts.readers(readers)}
        {writers.length > 0 && `, ${texts.writers(writers.slice(0, maxNames), writers.length)}`}
      </span>
    </div>
  );
}

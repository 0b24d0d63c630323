import { Link } from '../../shared/router.js';
import { hasProfile } from '../../shared/state/members.js';
import { linkTo } from '../../shared/paths.js';
import { Avatar } from '../member.js';
import styles from './user-card.module.css';

/** Shows the member's card on hover and focus. Erased members and programs have no profile. */
export function AuthorName({ name }: { name: string }) {
  if (!hasProfile(name)) return <strong>{name}</strong>;
  return (
    <Link to={linkTo('profile', { username: name })} className="link plain-link bold touch-target" data-member={name}>
      {name}
    </Link>
  );
}

/** Works only with a pointer because keyboard users reach the name next to it. */
export function AuthorPicture({ name, url }: { name: string; url: string | null }) {
  const picture = <Avatar name={name} url={url} large />;
  if (!hasProfile(name)) return picture;
  return (
    <Link
      to={linkTo('profile', { username: name })}
      className={`no-underline touch-target ${styles['picture']}`}
      data-member={name}
      tabIndex={-1}
      aria-hidden="true"
    >
      {picture}
    </Link>
  );
}

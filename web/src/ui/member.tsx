import { adminRole } from '@guildhall/domain/roles.js';
import { Link } from '../shared/router.js';
import { hasProfile } from '../shared/state/members.js';
import { linkTo } from '../shared/paths.js';
import styles from './member.module.css';

const tints = 6;

/**
 * Without a picture, shows the initial on a colour derived from the name. Hidden from screen readers because the name
 * is next to it.
 */
export function Avatar({ name, url, large = false }: { name: string; url: string | null; large?: boolean }) {
  const className = `centred no-shrink text-15 bold rounded ${styles['avatar']} ${large ? styles['large'] : ''}`;
  if (url) return <img className={className} src={url} alt="" width={44} height={44} loading="lazy" />;
  return (
    <span className={className} style={{ background: `var(--color-avatar-${pickTint(name)})` }} aria-hidden="true">
      {(/[A-Za-z0-9]/.exec(name)?.[0] ?? '?').toUpperCase()}
    </span>
  );
}

function pickTint(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return (sum % tints) + 1;
}

/** Renders nothing for Member. The theme's style sheet adapts the colour to the page's background. */
export function RoleBadge({ role }: { role: string | null }) {
  if (role === null) return null;
  const kind = role === adminRole.name ? styles['admin'] : '';
  return (
    <bdi className={`ellipsis text-13 semibold rounded-small ${styles['role']} ${kind}`} data-role={role}>
      {role}
    </bdi>
  );
}

/** Set `isTarget` for names outside running text. */
export function MemberName({ name, isTarget = false }: { name: string; isTarget?: boolean }) {
  if (!hasProfile(name)) return <strong>{name}</strong>;
  return (
    <Link
      to={linkTo('profile', { username: name })}
      className={`link plain-link bold ${isTarget ? 'touch-target' : ''}`}
    >
      {name}
    </Link>
  );
}

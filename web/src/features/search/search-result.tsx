import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { Fragment } from 'react';
import { linkTo, linkToPost, linkToThread } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import { getPlaceRow, findPlace, useSections } from '../../shared/state/sections.js';
import { texts as shared } from '../../shared/texts.js';
import { Avatar, RoleBadge } from '../../ui/member.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { When } from '../../ui/time/when.js';
import styles from './search.module.css';
import { texts } from './texts.js';

export function SearchResult({ hit }: { hit: SearchHit }) {
  const { kind, username, avatar_url, role, title, title_html, snippet_html, created_at, solved } = hit;
  return (
    <li className={`entry stack gap-16 ${styles['hit']}`}>
      <Avatar name={username} url={avatar_url} large />
      <div className={`shrinkable break-anywhere ${styles['hitText']}`}>
        <h2>
          <Link to={linkToHit(hit)} className="whole-row" dir="auto">
            <ThreadTitle thread={hit}>
              {kind === 'member' && title !== username ? username : <Marked html={title_html} />}
            </ThreadTitle>
          </Link>
          {kind === 'member' && <RoleBadge role={role} />}
        </h2>
        {snippet_html !== '' && (
          <p className={`text-15 color-muted ${styles['snippet']}`} dir="auto">
            <Marked html={snippet_html} />
          </p>
        )}
        <p className="faint">
          <span className={`badge semibold ${styles['kind']}`}>{texts.kinds[kind]}</span>
          {solved && <span className={`badge semibold color-success ${styles['kind']}`}>{shared.solved}</span>}
          {kind === 'member' ? (
            ` ${texts.since} `
          ) : (
            <>
              {' '}
              {username} <PlaceName hit={hit} />
              {'\u00A0· '}
            </>
          )}
          <span className="nowrap">
            <When at={created_at} />
          </span>
        </p>
      </div>
    </li>
  );
}

export function linkToHit({ kind, id, thread_id, username }: SearchHit): string {
  if (kind === 'member') return linkTo('profile', { username });
  return kind === 'post' && thread_id !== null ? linkToPost(thread_id, id) : linkToThread(id);
}

function PlaceName({ hit: { section_id, subsection_id } }: { hit: SearchHit }) {
  const sections = useSections((state) => state.sections);
  const place = section_id === null ? null : findPlace(sections, { section_id, subsection_id });
  return place && texts.in(getPlaceRow(place).display_name);
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Highlights the text inside the server's `<mark>` tags and interprets no other markup. */
export function Marked({ html }: { html: string }) {
  return html.split(/<mark>(.*?)<\/mark>/s).map((part, index) => {
    const text = part.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
    return index % 2 === 1 ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>;
  });
}

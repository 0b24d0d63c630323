import type { SearchHit } from '@guildhall/domain/wire/schemas/forum/search.js';
import { useEffect, useId, useState, type RefObject } from 'react';
import { useOptionKeys } from '../../shared/hooks/use-option-keys.js';
import { linkToSearch } from '../../shared/paths.js';
import { Link, navigate } from '../../shared/router.js';
import { Avatar, RoleBadge } from '../../ui/member.js';
import { ThreadTitle } from '../../ui/thread-title.js';
import { TimeAgo } from '../../ui/time/time-ago.js';
import { linkToHit, Marked } from './search-result.js';
import styles from './suggestions.module.css';
import { texts } from './texts.js';
import { useSuggestions } from './use-suggestions.js';

interface SuggestionsProps {
  field: RefObject<HTMLInputElement | null>;
  typedText: string;
  close: () => void;
  leave: () => void;
}

export function Suggestions({ field, typedText, close, leave }: SuggestionsProps) {
  const { status, groups } = useSuggestions(typedText);
  const id = useId();
  const hits = groups.flatMap((group) => group.hits);
  const addresses = [...hits.map(linkToHit), linkToSearch(typedText)];
  const [selection, select] = useState({ typedText, index: -1 });
  const index = selection.typedText === typedText ? Math.min(selection.index, addresses.length - 1) : -1;
  const end = addresses.length - 1;
  const moveTo = (to: number) => select({ typedText, index: to });
  const address = addresses[index];
  const open = (to: string) => {
    navigate(to);
    leave();
  };
  useOptionKeys(field, {
    ArrowDown: () => moveTo(index === end ? -1 : index + 1),
    ArrowUp: () => moveTo(index === -1 ? end : index - 1),
    Escape: close,
    ...(address !== undefined && { Enter: () => open(address) }),
  });
  useExpanded(field, id, index);
  const bindOption = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'aria-selected': at === index,
    tabIndex: -1,
    className: styles['option'],
    to: addresses[at] ?? '',
    onClick: leave,
  });
  return (
    <div className={`floating scroll-y padding-8 ${styles['panel']}`} onPointerDown={(event) => event.preventDefault()}>
      <p role="status" className="visually-hidden">
        {status === 'ready' && (hits.length === 0 ? texts.none : texts.suggested(hits.length))}
      </p>
      {status === 'failed' && <p className="muted padding-8">{texts.suggestFailed}</p>}
      {status === 'ready' && hits.length === 0 && <p className="muted padding-8">{texts.none}</p>}
      <div id={id} role="listbox" aria-label={texts.suggestions} aria-busy={status === 'loading'}>
        {groups.map((group) => (
          <div
            key={group.name}
            role="group"
            aria-labelledby={`${id}-${group.name}`}
            className={`border-bottom ${styles['group']}`}
          >
            <div id={`${id}-${group.name}`} className={`text-13 color-muted semibold ${styles['name']}`}>
              {texts.groups[group.name]}
            </div>
            {group.hits.map((hit) => (
              <Link key={`${hit.kind} ${hit.id}`} {...bindOption(hits.indexOf(hit))}>
                {hit.kind === 'member' ? <Member hit={hit} /> : <Text hit={hit} />}
              </Link>
            ))}
          </div>
        ))}
        <Link {...bindOption(hits.length)}>{texts.allResults(typedText)}</Link>
      </div>
    </div>
  );
}

function Member({ hit: { username, avatar_url, role } }: { hit: SearchHit }) {
  return (
    <span className="line">
      <Avatar name={username} url={avatar_url} />
      {username}
      <RoleBadge role={role} />
    </span>
  );
}

function Text({ hit }: { hit: SearchHit }) {
  const { kind, username, title_html, snippet_html, created_at } = hit;
  return (
    <>
      <span className="ellipsis semibold" dir="auto">
        <ThreadTitle thread={hit}>
          <Marked html={title_html} />
        </ThreadTitle>
      </span>
      {kind === 'post' && snippet_html !== '' && (
        <span className="ellipsis muted" dir="auto">
          <Marked html={snippet_html} />
        </span>
      )}
      <span className={`hint ${styles['facts']}`}>
        {texts.by(texts.kinds[kind], username)} · <TimeAgo at={created_at} />
      </span>
    </>
  );
}

function useExpanded(field: RefObject<HTMLInputElement | null>, list: string, index: number): void {
  useEffect(() => {
    const input = field.current;
    input?.setAttribute('aria-expanded', 'true');
    input?.setAttribute('aria-controls', list);
    return () => {
      input?.setAttribute('aria-expanded', 'false');
      input?.removeAttribute('aria-controls');
    };
  }, [field, list]);
  useEffect(() => {
    const input = field.current;
    if (!input || index < 0) return;
    const selection = `${list}-${index}`;
    input.setAttribute('aria-activedescendant', selection);
    document.getElementById(selection)?.scrollIntoView({ block: 'nearest' });
    return () => input.removeAttribute('aria-activedescendant');
  }, [field, list, index]);
}

import { limits } from '@guildhall/domain/limits.js';
import type { ProfileLink } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';

interface LinkFieldsProps {
  links: readonly ProfileLink[];
  /** The name of the field that the server refused. */
  refused: string | null;
  change: (links: ProfileLink[]) => void;
}

const words = texts.profile;

/** The member's own links, each with the words that are shown for it. */
export function LinkFields({ links, refused, change }: LinkFieldsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const isFull = links.length >= limits.profileLinks;
  const set = (at: number, fields: Partial<ProfileLink>) =>
    change(links.map((link, n) => (n === at ? { ...link, ...fields } : link)));
  return (
    <fieldset ref={group} tabIndex={-1} className={`stack-wide ${styles['links']}`}>
      <legend className="label">{words.links}</legend>
      {links.map((link, n) => (
        // Links differ only in their place.
        <div key={n} className={`grid gap-8 align-end ${styles['link']}`}>
          <TextField
            label={words.linkLabel(n + 1)}
            name={`links.${n}.label`}
            value={link.label}
            maxLength={limits.profileLink.label}
            autoComplete="off"
            aria-invalid={refused === `links.${n}.label` || undefined}
            onChange={(event) => set(n, { label: event.target.value })}
          />
          <TextField
            label={words.linkUrl(n + 1)}
            name={`links.${n}.url`}
            type="url"
            placeholder="https://"
            value={link.url}
            maxLength={limits.profileLink.url}
            autoComplete="off"
            aria-invalid={refused === `links.${n}.url` || undefined}
            onChange={(event) => set(n, { url: event.target.value })}
          />
          <Button
            kind="quiet"
            aria-label={words.removeLink(n + 1)}
            onClick={() => {
              change(links.filter((_, at) => at !== n));
              group.current?.focus();
            }}
          >
            {words.remove}
          </Button>
        </div>
      ))}
      {!isFull && (
        <div>
          <Button onClick={() => change([...links, { label: '', url: '' }])}>{words.addLink}</Button>
        </div>
      )}
    </fieldset>
  );
}

import { limits } from '@guildhall/domain/limits.js';
import type { ProfileLink } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useRef } from 'react';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

interface LinkFieldsProps {
  links: readonly ProfileLink[];
  refusedField: string | null;
  change: (links: ProfileLink[]) => void;
}

export function LinkFields({ links, refusedField, change }: LinkFieldsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const bindField = (part: keyof ProfileLink, index: number) => ({
    name: `links.${index}.${part}`,
    value: links[index]?.[part],
    maxLength: limits.profileLink[part],
    autoComplete: 'off',
    'aria-invalid': refusedField === `links.${index}.${part}` || undefined,
    onChange: ({ target }: { target: { value: string } }) =>
      change(links.map((link, n) => (n === index ? { ...link, [part]: target.value } : link))),
  });
  const remove = (index: number) => {
    change(links.filter((_, n) => n !== index));
    group.current?.focus();
  };
  return (
    <fieldset ref={group} tabIndex={-1} className={`stack gap-16 ${styles['links']}`}>
      <legend className="label">{texts.profile.links}</legend>
      {links.map((_, index) => (
        // Links are identified only by their position.
        <div key={index} className={`grid gap-8 align-end ${styles['link']}`}>
          <TextField label={texts.profile.linkLabel(index + 1)} {...bindField('label', index)} />
          <TextField
            label={texts.profile.linkUrl(index + 1)}
            type="url"
            placeholder="https://"
            {...bindField('url', index)}
          />
          <Button kind="quiet" aria-label={texts.profile.removeLink(index + 1)} onClick={() => remove(index)}>
            {texts.profile.remove}
          </Button>
        </div>
      ))}
      {links.length < limits.profileLinks && (
        <div>
          <Button onClick={() => change([...links, { label: '', url: '' }])}>{texts.profile.addLink}</Button>
        </div>
      )}
    </fieldset>
  );
}

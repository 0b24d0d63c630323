import { useState, type RefObject } from 'react';
import { areSingleKeysOn } from '../../shared/browser/single-keys.js';
import { createLazyComponent } from '../../shared/lazy.js';
import { linkToSearch } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import { texts } from '../../shared/texts.js';
import { SearchField } from '../../ui/search-field.js';

const maxQueryLength = 200;

const Suggestions = createLazyComponent(() => import('../../features/search/suggestions.js'), 'Suggestions');

interface SearchBoxProps {
  className: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  onLeave?: () => void;
}

export function SearchBox({ className, field, onLeave }: SearchBoxProps) {
  const [typedText, setTypedText] = useState('');
  const [open, setOpen] = useState(false);
  const type = (text: string) => {
    setTypedText(text);
    setOpen(true);
  };
  const leave = () => {
    setTypedText('');
    setOpen(false);
    onLeave?.();
  };
  return (
    <form
      className={`relative ${className}`}
      role="search"
      aria-label={texts.nav.search}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(linkToSearch(typedText.trim()));
        leave();
      }}
      onFocus={() => setOpen(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
      }}
    >
      <SearchField
        label={texts.nav.searchSite}
        labelHidden
        value={typedText}
        placeholder={texts.nav.search}
        maxLength={maxQueryLength}
        onChange={type}
        combobox={{ field, keys: areSingleKeysOn() ? 'Control+K /' : 'Control+K' }}
      />
      {open && typedText.trim() !== '' && (
        <Suggestions field={field} typedText={typedText.trim()} close={() => setOpen(false)} leave={leave} />
      )}
    </form>
  );
}

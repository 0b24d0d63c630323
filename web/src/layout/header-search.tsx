import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { linkToSearch } from '../shared/paths.js';
import { texts } from '../shared/texts.js';
import { SearchField } from '../ui/search-field.js';

const maxQueryLength = 200;

/** Goes to the search results. */
export function HeaderSearch({ className }: { className: string | undefined }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  return (
    <form
      className={className}
      role="search"
      aria-label={texts.nav.search}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate(linkToSearch(typed.trim()));
        setTyped('');
      }}
    >
      <SearchField
        label={texts.nav.searchSite}
        labelHidden
        value={typed}
        placeholder={texts.nav.search}
        maxLength={maxQueryLength}
        onChange={setTyped}
      />
    </form>
  );
}

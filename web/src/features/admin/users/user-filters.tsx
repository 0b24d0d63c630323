import { SearchField } from '../../../ui/search-field.js';
import { Button } from '../../../ui/button.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import styles from './users.module.css';
import { isFiltered, defaultQuery, sorts, type UserQuery } from './query.js';
import { useRoles } from '../shared/role-list.js';
import { texts } from './texts.js';
import { texts as shared } from '../../../shared/texts.js';
import { EmptyState } from '../../../ui/empty-state.js';

interface UserFiltersProps {
  query: UserQuery;
  setQuery: (change: Partial<UserQuery>) => void;
  typedText: string;
  type: (typedText: string) => void;
  /** The card layout has no column headers and needs a sort control. */
  withSort: boolean;
}

const maxSearchLength = 254;
const { filters } = texts;
const bannedOptions = [
  { value: '0', name: texts.active },
  { value: '1', name: texts.banned },
];
const verifiedOptions = [
  { value: '1', name: texts.yes },
  { value: '0', name: texts.no },
];
const noFilters = { search: '', role: '', banned: '', verified: '' } as const;
const orders = sorts.flatMap((sort) => [`${sort} asc`, `${sort} desc`] as const);

export function UserFilters({ query, setQuery, typedText, type, withSort }: UserFiltersProps) {
  const roles = useRoles().body ?? [];
  const selects = [
    {
      name: 'role',
      label: filters.role,
      options: roles.map(({ id, display_name }) => ({ value: String(id), name: display_name })),
    },
    { name: 'banned', label: filters.status, options: bannedOptions },
    { name: 'verified', label: filters.verified, options: verifiedOptions },
  ] as const;
  return (
    <div
      className={`flow gap-8 align-end margin-bottom-12 ${styles['filters']}`}
      role="group"
      aria-label={filters.label}
    >
      <div className={styles['search']}>
        <SearchField
          label={texts.search}
          labelHidden
          value={typedText}
          placeholder={texts.search}
          maxLength={maxSearchLength}
          onChange={type}
        />
      </div>
      {selects.map(({ name, label, options }) => (
        <SelectFilter
          key={name}
          label={label}
          value={query[name]}
          choose={(value) => setQuery({ [name]: value })}
          options={[{ value: '', name: filters.any }, ...options]}
        />
      ))}
      {withSort && (
        <SelectFilter
          label={filters.sort}
          value={`${query.sort} ${query.order}`}
          choose={(value) => {
            const sort = sorts.find((candidate) => value.startsWith(`${candidate} `)) ?? defaultQuery.sort;
            setQuery({ sort, order: value.endsWith(' desc') ? 'desc' : 'asc' });
          }}
          options={orders.map((value) => ({ value, name: texts.sorts[value] }))}
        />
      )}
      {isFiltered(query) && (
        <Button kind="quiet" onClick={() => setQuery(noFilters)}>
          {filters.clear}
        </Button>
      )}
    </div>
  );
}

interface NoUsersProps {
  fault: string | null;
  query: UserQuery;
  setQuery: (change: Partial<UserQuery>) => void;
  retry: () => void;
}

export function NoUsers({ fault, query, setQuery, retry }: NoUsersProps) {
  return (
    <EmptyState>
      {fault === null && <p>{texts.none}</p>}
      {fault !== null && (
        <>
          <p role="alert">{fault}</p>
          <Button onClick={retry}>{shared.tryAgain}</Button>
        </>
      )}
      {fault === null && isFiltered(query) && (
        <Button onClick={() => setQuery(noFilters)}>{texts.filters.clear}</Button>
      )}
      {fault === null && query.page > 1 && <Button onClick={() => setQuery({ page: 1 })}>{texts.firstPage}</Button>}
    </EmptyState>
  );
}

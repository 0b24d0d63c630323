import { Autocomplete } from '@base-ui/react/autocomplete';
import type { MemberStat } from '../../shared/state/members.js';
import { createPeopleList } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { useDebounced } from '../../shared/hooks/use-debounced.js';
import { Field, identifierInput } from '../field.js';
import field from '../field.module.css';
import { Avatar, RoleBadge } from '../member.js';
import styles from './member-field.module.css';
import { texts } from './texts.js';

const maxNameLength = 40;
const maxSuggestions = 8;

const matches = createPeopleList<MemberStat>(maxSuggestions, maxSuggestions);

interface MemberFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (name: string) => void;
  invalid?: boolean;
  faultId?: string;
}

export function MemberField({ label, hint, value, onChange, invalid = false, faultId }: MemberFieldProps) {
  const search = useDebounced(value.trim());
  const address = search === '' ? null : `/forums/member-stats?search=${encodeURIComponent(search)}`;
  const { rows, status } = usePagedList(matches, address);
  const offeredRows = search === '' ? [] : rows;
  return (
    <Field label={label} hint={hint}>
      {(inputProps) => (
        <Autocomplete.Root
          items={offeredRows}
          value={value}
          onValueChange={onChange}
          itemToStringValue={({ username }: MemberStat) => username}
          filter={null}
        >
          <Autocomplete.Input
            id={inputProps.id}
            className={field['input']}
            maxLength={maxNameLength}
            autoComplete="off"
            {...identifierInput}
            aria-invalid={invalid || undefined}
            aria-describedby={[inputProps['aria-describedby'], faultId].filter(Boolean).join(' ') || undefined}
          />
          <Autocomplete.Portal hidden={search === ''}>
            <Autocomplete.Positioner className={styles['positioner']} sideOffset={4} align="start">
              <Autocomplete.Popup
                className={`floating rounded ${styles['popup']}`}
                aria-busy={status === 'loading' || undefined}
              >
                <Autocomplete.Status
                  className={offeredRows.length > 0 ? 'visually-hidden' : `muted padding-12 ${styles['noMatch']}`}
                >
                  {status === 'failed' && texts.failed}
                  {status === 'ready' && (offeredRows.length > 0 ? texts.found(offeredRows.length) : texts.none)}
                </Autocomplete.Status>
                <Autocomplete.List className={`scroll-y ${styles['list']}`}>
                  {(member: MemberStat) => (
                    <Autocomplete.Item
                      key={member.id}
                      value={member}
                      className={`line semibold rounded menu-item ${styles['item']}`}
                    >
                      <Avatar name={member.username} url={member.avatar_url} />
                      {member.username}
                      <RoleBadge role={member.role} />
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}

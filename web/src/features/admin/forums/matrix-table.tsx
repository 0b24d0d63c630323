import { placeFlags } from '@guildhall/domain/permissions.js';
import { adminRole, guestRole } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { Button } from '../../../ui/button.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import admin from '../../../ui/table/table.module.css';
import { flagTexts } from '../shared/permission-texts.js';
import styles from './forums.module.css';
import {
  isApplicable,
  getColumnState,
  getRowState,
  isSectionHidden,
  getVisibleFlags,
  withColumn,
  withFlag,
  clearOwnFlags,
  withRow,
} from './matrix.js';
import type { Matrix } from './matrix.js';
import { texts } from './texts.js';

interface MatrixTableProps {
  name: string;
  roles: RoleRow[];
  matrix: Matrix;
  change: (matrix: Matrix) => void;
}

export function MatrixTable({ name, roles, matrix, change }: MatrixTableProps) {
  const { table, role, column } = texts.matrix;
  const guests = { id: guestRole.id, display_name: guestRole.name };
  const rows = [...roles, guests];
  const ids = rows.map(({ id }) => id);
  return (
    <div
      className={`card ${admin['tableBox']} ${styles['matrixBox']}`}
      role="region"
      aria-label={table(name)}
      tabIndex={0}
    >
      <table className={`${admin['table']} ${styles['matrix']}`}>
        <thead>
          <tr>
            <th scope="col">{role}</th>
            <th scope="col">{texts.matrix.all}</th>
            {placeFlags.map((flag) => {
              const state = getColumnState(matrix, ids, flag);
              return (
                <th key={flag} scope="col">
                  <p>{flagTexts[flag]}</p>
                  <CheckboxField
                    label={column(flagTexts[flag])}
                    labelHidden
                    checked={state === 'all'}
                    mixed={state === 'some'}
                    change={(checked) => change(withColumn(matrix, ids, flag, checked))}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            row.id === adminRole.id ? (
              <tr key={row.id}>
                <th scope="row" dir="auto">
                  {row.display_name}
                </th>
                <td colSpan={placeFlags.length + 1} className="color-faint">
                  {texts.matrix.everything}
                </td>
              </tr>
            ) : (
              <MatrixRow key={row.id} role={row} matrix={matrix} change={change} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

interface MatrixRowProps extends Pick<MatrixTableProps, 'matrix' | 'change'> {
  role: Pick<RoleRow, 'id' | 'display_name'>;
}

function MatrixRow({ role, matrix, change }: MatrixRowProps) {
  const { id, display_name: name } = role;
  const hasOwnFlags = matrix.own.has(id);
  const flags = getVisibleFlags(matrix, id);
  const rowFlags = getRowState(matrix, id);
  const isHidden = isSectionHidden(matrix, id);
  return (
    <tr className={hasOwnFlags ? undefined : styles['inherited']}>
      <th scope="row">
        {name}
        <p className={`hint ${styles['origin']}`}>
          {isHidden ? texts.matrix.sectionHidden : hasOwnFlags ? texts.matrix.own : texts.matrix.inherited}
        </p>
        {hasOwnFlags && (
          <Button
            kind="quiet"
            aria-label={texts.matrix.inheritFor(name)}
            onClick={(event) => {
              // The button disappears once the role has no flags of its own, so move the focus to the first cell of the
              // row.
              event.currentTarget.closest('tr')?.querySelector<HTMLElement>('input')?.focus();
              change(clearOwnFlags(matrix, id));
            }}
          >
            {texts.matrix.inherit}
          </Button>
        )}
      </th>
      <td>
        {id === guestRole.id ? (
          <GuestsExcluded />
        ) : (
          <CheckboxField
            label={texts.matrix.row(name)}
            labelHidden
            checked={rowFlags === 'all'}
            mixed={rowFlags === 'some'}
            change={(checked) => change(withRow(matrix, id, checked))}
          />
        )}
      </td>
      {placeFlags.map((flag) => (
        <td key={flag}>
          {isApplicable(id, flag) ? (
            <CheckboxField
              label={texts.matrix.cell(name, flagTexts[flag])}
              labelHidden
              checked={flags[flag]}
              change={(checked) => change(withFlag(matrix, id, flag, checked))}
            />
          ) : (
            <GuestsExcluded />
          )}
        </td>
      ))}
    </tr>
  );
}

const GuestsExcluded = () => (
  <span className="color-faint">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{texts.matrix.notForGuests}</span>
  </span>
);

import { useState, type RefObject } from 'react';
import { Button } from '../../button.js';
import { Dialog, DialogEnd } from '../../dialog/dialog.js';
import { TextField } from '../../field.js';
import { CheckboxField } from '../../fields/checkbox-field.js';
import type { TableSize } from './table-markdown.js';
import { texts } from './texts.js';

const maxColumns = 10;
const maxRows = 50;

interface TableDialogProps {
  back: RefObject<HTMLElement | null>;
  insert: (size: TableSize) => void;
  close: () => void;
}

export function TableDialog({ back, insert, close }: TableDialogProps) {
  const [columns, setColumns] = useState('3');
  const [rows, setRows] = useState('2');
  const [hasHeader, setHasHeader] = useState(true);
  return (
    <Dialog title={texts.insertTable} open close={close} back={back}>
      <form
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          insert({ columns: Number(columns), rows: Number(rows), hasHeader });
        }}
      >
        <NumberField label={texts.columns} value={columns} max={maxColumns} change={setColumns} />
        <NumberField label={texts.rows} value={rows} max={maxRows} change={setRows} />
        <CheckboxField label={texts.header} checked={hasHeader} change={setHasHeader} />
        <DialogEnd>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button kind="primary" type="submit">
            {texts.insert}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}

interface NumberFieldProps {
  label: string;
  value: string;
  max: number;
  change: (value: string) => void;
}

function NumberField({ label, value, max, change }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      required
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  );
}

import { Menu } from '@base-ui/react/menu';
import { useRef, type ReactNode } from 'react';
import { useWide } from '../../shared/hooks/use-wide.js';
import { Alert } from '../alert.js';
import { Button, getButtonClass } from '../button.js';
import { texts } from '../table/texts.js';
import styles from './bulk-bar.module.css';

export interface BulkBarAction {
  name: string;
  isDanger: boolean;
  /** Receives the pressed button so that a dialog can return the focus to it. */
  run: (button: HTMLButtonElement) => void;
}

interface BulkBarProps {
  label: string;
  status: string;
  actions: readonly BulkBarAction[];
  isDisabled: boolean;
  end: { name: string; run: () => void };
  faults?: readonly string[];
  children?: ReactNode;
}

export function BulkBar({ label, status, actions, isDisabled, end, faults = [], children }: BulkBarProps) {
  const isWide = useWide();
  const List = isWide ? ActionButtons : ActionMenu;
  return (
    <div className={`floating text-15 padding-8-12 ${styles['bar']}`} role="region" aria-label={label}>
      <Faults all={faults} />
      <div className={`row gap-8 ${styles['row']}`}>
        {children}
        <p role="status" className="muted numbers">
          {status}
        </p>
        <List actions={actions} isDisabled={isDisabled} />
        <Button kind="quiet" onClick={end.run}>
          {end.name}
        </Button>
      </div>
    </div>
  );
}

type ActionsProps = Pick<BulkBarProps, 'actions' | 'isDisabled'>;

function ActionButtons({ actions, isDisabled }: ActionsProps) {
  return actions.map(({ name, isDanger, run }) => (
    <Button
      key={name}
      kind={isDanger ? 'danger' : 'secondary'}
      aria-disabled={isDisabled}
      onClick={({ currentTarget }) => !isDisabled && run(currentTarget)}
    >
      {name}
    </Button>
  ));
}

function ActionMenu({ actions, isDisabled }: ActionsProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={trigger} className={getButtonClass('secondary')}>
        {texts.bulk.actions}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={4} className="popup-layer">
          <Menu.Popup className="floating popup">
            {actions.map(({ name, isDanger, run }) => (
              <Menu.Item
                key={name}
                disabled={isDisabled}
                className={`target flex text-15 rounded menu-item ${isDanger ? 'color-danger' : ''}`}
                onClick={() => trigger.current && run(trigger.current)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Faults({ all }: { all: readonly string[] }) {
  if (all.length === 0) return null;
  return (
    <div className={`scroll-y margin-bottom-8 ${styles['faults']}`}>
      <Alert kind="error">
        <ul role="list">
          {all.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </Alert>
    </div>
  );
}

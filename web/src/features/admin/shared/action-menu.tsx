import { Menu } from '@base-ui/react/menu';
import { useRef, type RefObject } from 'react';
import { Link } from '../../../shared/router.js';
import styles from './action-menu.module.css';
import { Icon } from '../../../ui/icon.js';
import { iconButtonClass } from '../../../ui/icon-button.js';

export interface MenuAction {
  name: string;
  isDangerous?: boolean;
  /** Either a page to open or an action to run. */
  to?: string;
  /** Receives the menu's button, to which the focus returns from a dialog. */
  run?: (button: RefObject<HTMLButtonElement | null>) => void;
}

interface ActionMenuProps {
  label: string;
  tip: string;
  actions: readonly MenuAction[];
}

export function ActionMenu({ label, tip, actions }: ActionMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={trigger} className={iconButtonClass} aria-label={label} data-tip={tip}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="popup-layer">
          <Menu.Popup className={`floating popup ${styles['menu']}`}>
            {actions.map(({ name, isDangerous = false, to, run }) => {
              const className = `target flex text-15 rounded no-underline menu-item ${isDangerous ? `color-danger ${styles['danger']}` : 'color-text'}`;
              return to === undefined ? (
                <Menu.Item key={name} className={className} onClick={() => run?.(trigger)}>
                  {name}
                </Menu.Item>
              ) : (
                <Menu.LinkItem key={name} className={className} closeOnClick render={<Link to={to} />}>
                  {name}
                </Menu.LinkItem>
              );
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

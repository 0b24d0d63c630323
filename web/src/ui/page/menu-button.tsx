import { Menu } from '@base-ui/react/menu';
import { useRef, type RefObject } from 'react';
import { Link } from '../../shared/router.js';
import { Icon } from '../icon.js';
import { iconButtonClass } from '../icon-button.js';

export interface MenuAction {
  name: string;
  isDangerous?: boolean;
  /** The page that the entry opens, if it does not run an action. */
  to?: string;
  /** Receives the menu's button so that a dialog can return the focus to it. */
  run?: (button: RefObject<HTMLButtonElement | null>) => void;
}

interface MenuButtonProps {
  name: string;
  tip?: string;
  actions: readonly MenuAction[];
}

export function MenuButton({ name, tip = name, actions }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={trigger} className={iconButtonClass} aria-label={name} data-tip={tip}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="popup-layer">
          <Menu.Popup className="floating popup">
            {actions.map(({ name: actionName, isDangerous = false, to, run }) => {
              const className = `target flex text-15 rounded no-underline menu-item ${isDangerous ? 'color-danger' : 'color-text'}`;
              return to === undefined ? (
                <Menu.Item key={actionName} className={className} onClick={() => run?.(trigger)}>
                  {actionName}
                </Menu.Item>
              ) : (
                <Menu.LinkItem key={actionName} className={className} closeOnClick render={<Link to={to} />}>
                  {actionName}
                </Menu.LinkItem>
              );
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

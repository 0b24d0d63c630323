import { Menu } from '@base-ui/react/menu';
import type { Ref } from 'react';
import { Icon } from '../icon.js';
import { iconButtonClass } from '../icon-button.js';

export interface MenuAction {
  name: string;
  onSelect: () => void;
  isDangerous?: boolean;
}

interface MenuButtonProps {
  name: string;
  actions: readonly MenuAction[];
  triggerRef?: Ref<HTMLButtonElement>;
}

/** For the actions of a toolbar that are rarely needed. */
export function MenuButton({ name, actions, triggerRef }: MenuButtonProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger ref={triggerRef} className={iconButtonClass} aria-label={name} data-tip={name}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="popup-layer">
          <Menu.Popup className="floating popup">
            {actions.map((action) => (
              <Menu.Item
                key={action.name}
                className={`target flex text-15 rounded menu-item ${action.isDangerous ? 'color-danger' : ''}`}
                onClick={action.onSelect}
              >
                {action.name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

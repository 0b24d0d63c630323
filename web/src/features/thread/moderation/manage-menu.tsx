import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.js';
import { RemovalDialog, type Removal } from '../../../ui/dialog/removal-dialog.js';
import styles from './manage.module.css';
import { texts } from './texts.js';

export interface ManageItem {
  name: string;
  act: () => void;
}

interface ManageMenuProps {
  name: string;
  items: ManageItem[];
  removal: Removal | null;
}

/** Mounts open, because the click on the button that it replaces mounts it. */
export function ManageMenu({ name, items, removal }: ManageMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger ref={trigger} className={buttonClass('quiet')}>
          {name}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={4} className="popup-layer">
            <Menu.Popup className={`floating popup ${styles['menu']}`}>
              {items.map((item) => (
                <Menu.Item key={item.name} className={'target flex text-15 rounded menu-item'} onClick={item.act}>
                  {item.name}
                </Menu.Item>
              ))}
              {removal && (
                <Menu.Item
                  className={`target flex text-15 rounded menu-item color-danger ${styles['danger']}`}
                  onClick={() => setIsOpen(true)}
                >
                  {texts.delete}
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {removal && <RemovalDialog removal={removal} open={isOpen} close={() => setIsOpen(false)} back={trigger} />}
    </CSPProvider>
  );
}

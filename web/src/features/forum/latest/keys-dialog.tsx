import { chooseSingleKeys, useListChoices } from '../../../shared/browser/list-choices.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import styles from './latest.module.css';
import { texts } from './texts.js';

export function KeysDialog({ close }: { close: () => void }) {
  const isOn = useListChoices((choices) => choices.singleKeys);
  return (
    <Dialog title={texts.keys.title} open close={close}>
      <dl className={`grid gap-8 ${styles['keyList']}`}>
        {texts.keys.list.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <SwitchField label={texts.keys.on} hint={texts.keys.kept} checked={isOn} change={chooseSingleKeys} />
      <DialogEnd>
        <Button onClick={close}>{texts.keys.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}

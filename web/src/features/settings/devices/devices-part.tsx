import type { DeviceRow, DevicesResponse } from '@guildhall/domain/wire/schemas/members/devices.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useState } from 'react';
import { changeResponse, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { findDeviceName } from './device-name.js';
import { readPushSupport, subscribeToPush, unsubscribeFromPush } from './push-subscription.js';
import { Setting } from '../setting.js';
import { texts } from '../texts.js';

const address = '/notifications/devices';
const settingsAddress = '/notifications/settings';
const { devices: words } = texts;

export function DevicesPart() {
  const { body, fault: loadFault, reload } = useResponse<DevicesResponse>(address);
  const { fault, run } = useMutation(words.removeFailed);
  const remove = ({ id, current }: DeviceRow) =>
    void run(id, async (key) => {
      await send('DELETE', `${address}/${id}`, key);
      if (current) await unsubscribeFromPush();
      changeResponse<DevicesResponse>(address, (response) => ({
        ...response,
        devices: response.devices.filter((device) => device.id !== id),
      }));
    });
  return (
    <Setting title={words.title} lead={words.lead}>
      {loadFault !== null && <LoadError retry={() => void reload()} />}
      {body === null && loadFault === null && <Skeleton width="100%" height={96} />}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      {body && (
        <>
          <ul role="list">
            {body.devices.map((device) => (
              <Device key={device.id} device={device} remove={() => remove(device)} />
            ))}
          </ul>
          {!body.devices.some(({ current }) => current) && (
            <ThisDevice siteKey={body.key} onAdded={() => void reload()} />
          )}
          <ShowText />
        </>
      )}
    </Setting>
  );
}

function Device({ device, remove }: { device: DeviceRow; remove: () => void }) {
  const name = findDeviceName(device.user_agent);
  return (
    <li className="line divided gap-12 spread padding-y-12">
      <div>
        <p className="semibold" title={device.user_agent}>
          {device.current ? words.thisDevice(name) : name}
        </p>
        <p className="faint">
          {words.added} <When at={device.created_at} short />
        </p>
      </div>
      <Button aria-label={words.removeNamed(name)} onClick={remove}>
        {words.remove}
      </Button>
    </li>
  );
}

function ThisDevice({ siteKey, onAdded }: { siteKey: string; onAdded: () => void }) {
  const [support, setSupport] = useState(readPushSupport);
  const { busy, fault, run } = useMutation(words.addFailed);
  const add = () =>
    void run('add', async (key) => {
      const subscription = await subscribeToPush(siteKey).finally(() => setSupport(readPushSupport()));
      if (subscription === null) return;
      const { endpoint, keys } = subscription;
      await send('POST', address, key, { endpoint, keys });
      onAdded();
    });
  if (support === 'unsupported') return <p className="muted">{words.unsupported}</p>;
  if (support === 'denied') return <p className="muted">{words.denied}</p>;
  return (
    <div>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <Button kind="primary" aria-disabled={busy} onClick={add}>
        {busy ? words.adding : words.add}
      </Button>
    </div>
  );
}

function ShowText() {
  const { body } = useResponse<NotificationSettings>(settingsAddress, { freshMs: 10_000 });
  const { pending, fault, run } = useMutation<boolean>(texts.notifications.failed);
  if (body === null) return null;
  const change = (isShown: boolean) =>
    void run(isShown, async (key) => {
      await send('PUT', settingsAddress, key, { push_text: isShown });
      changeResponse<NotificationSettings>(settingsAddress, (settings) => ({ ...settings, push_text: isShown }));
    });
  return (
    <>
      <CheckboxField label={words.text} hint={words.textHint} checked={pending ?? body.push_text} change={change} />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

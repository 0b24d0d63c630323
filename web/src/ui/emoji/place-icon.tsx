import { icons } from '@guildhall/domain/icons.js';
import { Emoji } from './emoji.js';
import { iconNames } from './texts.js';

const isKnown = (icon: string): icon is keyof typeof icons => Object.hasOwn(icons, icon);

export function PlaceIcon({ icon }: { icon: string }) {
  const key = isKnown(icon) ? icon : 'default';
  return <Emoji sprite="places" name={key} character={icons[key]} label={iconNames[key]} />;
}

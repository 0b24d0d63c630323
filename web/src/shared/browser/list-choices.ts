import { create } from 'zustand';
import { areSingleKeysOn } from './single-keys.js';
import { store, readStored } from './storage.js';

export const densities = ['compact', 'comfortable'] as const;
export type Density = (typeof densities)[number];

interface ListChoices {
  density: Density;
  singleKeys: boolean;
}

export const useListChoices = create<ListChoices>(() => ({
  density: readStored('density') === 'comfortable' ? 'comfortable' : 'compact',
  singleKeys: areSingleKeysOn(),
}));

export function chooseDensity(density: Density): void {
  store('density', density);
  useListChoices.setState({ density });
}

export function chooseSingleKeys(singleKeys: boolean): void {
  store('single-keys', singleKeys ? 'on' : 'off');
  useListChoices.setState({ singleKeys });
}

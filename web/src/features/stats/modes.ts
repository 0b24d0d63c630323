import type { ModeCount } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { texts as shared } from '../../shared/texts.js';

export interface Mode {
  name: string;
  series: string | null;
}

const key = (name: string): string => name.toLowerCase().replaceAll(/[ _-]/g, '');

/** Returns null if the network has no mode with this slug. */
export function findMode(slug: string, counted: readonly Pick<ModeCount, 'mode'>[]): Mode | null {
  const slugKey = key(slug);
  const offeredMode = shared.statsModes.find(({ mode }) => mode === slugKey);
  if (offeredMode?.mode === 'global') return { name: offeredMode.name, series: null };
  const countedMode = counted.find(({ mode }) => key(mode) === slugKey);
  if (!offeredMode && !countedMode) return null;
  return { name: offeredMode?.name ?? countedMode?.mode ?? slug, series: countedMode?.mode ?? slugKey };
}

export function buildModeLinks(counted: readonly Pick<ModeCount, 'mode'>[]): { slug: string; name: string }[] {
  const offeredModes = shared.statsModes.map(({ mode, name }) => ({ slug: mode, name }));
  const otherModes = counted
    .filter(({ mode }) => !offeredModes.some(({ slug }) => slug === key(mode)))
    .map(({ mode }) => ({ slug: key(mode), name: mode }));
  return [...offeredModes, ...otherModes];
}

import { toModeKey } from '@guildhall/domain/status/game-modes.js';
import type { ModeCount } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { texts as shared } from '../../shared/texts.js';

export interface Mode {
  name: string;
  series: string | null;
}

/** Returns null if the network has no mode with this slug. */
export function findMode(slug: string, countedModes: readonly Pick<ModeCount, 'mode'>[]): Mode | null {
  const slugKey = toModeKey(slug);
  const offeredMode = shared.statsModes.find(({ mode }) => mode === slugKey);
  if (offeredMode?.mode === 'global') return { name: offeredMode.name, series: null };
  const countedMode = countedModes.find(({ mode }) => toModeKey(mode) === slugKey);
  if (!offeredMode && !countedMode) return null;
  return { name: offeredMode?.name ?? countedMode?.mode ?? slug, series: countedMode?.mode ?? slugKey };
}

export function buildModeLinks(countedModes: readonly Pick<ModeCount, 'mode'>[]): { slug: string; name: string }[] {
  const offeredModes = shared.statsModes.map(({ mode, name }) => ({ slug: mode, name }));
  const otherModes = countedModes
    .filter(({ mode }) => !offeredModes.some(({ slug }) => slug === toModeKey(mode)))
    .map(({ mode }) => ({ slug: toModeKey(mode), name: mode }));
  return [...offeredModes, ...otherModes];
}

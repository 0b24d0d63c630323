import type { ModeCount } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { texts as shared } from '../../shared/texts.js';

export interface Mode {
  name: string;
  series: string | null;
}

const key = (name: string): string => name.toLowerCase().replaceAll(/[ _-]/g, '');

/** Returns null if the network has no mode with this slug. */
export function modeNamed(slug: string, counted: readonly Pick<ModeCount, 'mode'>[]): Mode | null {
  const wanted = key(slug);
  const offered = shared.statsModes.find(({ mode }) => mode === wanted);
  if (offered?.mode === 'global') return { name: offered.name, series: null };
  const known = counted.find(({ mode }) => key(mode) === wanted);
  if (!offered && !known) return null;
  return { name: offered?.name ?? known?.mode ?? slug, series: known?.mode ?? wanted };
}

export function modeLinks(counted: readonly Pick<ModeCount, 'mode'>[]): { slug: string; name: string }[] {
  const offered = shared.statsModes.map(({ mode, name }) => ({ slug: mode, name }));
  const more = counted
    .filter(({ mode }) => !offered.some(({ slug }) => slug === key(mode)))
    .map(({ mode }) => ({ slug: key(mode), name: mode }));
  return [...offered, ...more];
}

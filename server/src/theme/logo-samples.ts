import { guest } from '@guildhall/domain/permissions.js';
import { logoFrame, sampleLogo, type LogoSample } from '@guildhall/domain/theme/logo-contrast.js';
import { parseLogoHash } from '@guildhall/domain/theme/site-icons.js';
import { LRUCache } from 'lru-cache';
import type { OwnedFiles } from '../files/owned-files.js';
import { loadSharp } from '../pictures/encode-picture.js';
import type { SiteState } from '../policy/site-state.js';

/**
 * The logos that pages show on a dark and a light background. A logo is null if there is none or it cannot be read at
 * the moment.
 */
export interface LogoSamples {
  dark: LogoSample | null;
  light: LogoSample | null;
}

const maxCachedLogos = 8;

export class LogoSampler {
  private readonly cache = new LRUCache<string, Promise<LogoSample | null>>({ max: maxCachedLogos });

  constructor(private readonly files: OwnedFiles) {}

  async readSamples({ logo, lightLogo }: SiteState['theme']): Promise<LogoSamples> {
    const [dark, light] = await Promise.all([this.readSample(logo ?? lightLogo), this.readSample(lightLogo ?? logo)]);
    return { dark, light };
  }

  private async readSample(address: string | null): Promise<LogoSample | null> {
    const hash = parseLogoHash(address);
    if (hash === null) return null;
    const sample = this.cache.get(hash) ?? this.read(hash);
    this.cache.set(hash, sample);
    return sample.catch(() => {
      this.cache.delete(hash);
      return null;
    });
  }

  private async read(hash: string): Promise<LogoSample | null> {
    const picture = await this.files.findVisible('hash', hash, { actor: guest, identity: null });
    if (!picture) throw new Error('The logo cannot be read.');
    const sharp = await loadSharp();
    const smallLogo = sharp(picture.bytes).resize({ ...logoFrame, fit: 'inside', withoutEnlargement: true });
    return sampleLogo(await smallLogo.ensureAlpha().toColourspace('srgb').raw().toBuffer());
  }
}

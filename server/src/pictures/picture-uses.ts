import { streams, upcastEvent } from '@guildhall/domain/events.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { FileUse } from '../files/file-use.js';
import type { SiteState } from '../policy/site-state.js';
import type { OwnedFile } from '../vault/files.js';
import type { Vault } from '../vault/vault.js';
import { buildPictureAddress } from './picture-address.js';

export function createAvatarUse(vault: Pick<Vault, 'findAccountNames'>): FileUse {
  const findUsed = async (files: readonly OwnedFile[]) => {
    const owners = await vault.findAccountNames([...new Set(files.flatMap(({ ownerId }) => ownerId ?? []))]);
    const current = new Set(owners.map(({ id, avatar }) => `${id} ${avatar}`));
    return collectIds(files.filter((file) => current.has(`${file.ownerId} ${buildPictureAddress(file)}`)));
  };
  const isVisible = async (file: OwnedFile) => (await findUsed([file])).size > 0;
  return { inTexts: false, findUsed, isVisible };
}

/** Counts earlier logos as used because the history shows them and can restore them. */
export function createLogoUse(log: Pick<EventLog, 'readStream'>, site: SiteState): FileUse {
  const findUsed = async (files: readonly OwnedFile[]) => {
    const siteFiles = files.filter(({ ownerId }) => ownerId === null);
    if (siteFiles.length === 0) return new Set<string>();
    const events = (await log.readStream(streams.theme)).map(({ type, data }) => upcastEvent(type, data));
    const usedLogos = new Set(events.map((event) => (event?.type === 'LogoChanged.v1' ? event.data.logo : null)));
    return collectIds(siteFiles.filter((file) => usedLogos.has(buildPictureAddress(file))));
  };
  const isVisible = async (file: OwnedFile) => {
    const { logo, lightLogo } = site.theme;
    const isCurrent = file.ownerId === null && [logo, lightLogo].includes(buildPictureAddress(file));
    return isCurrent || (await findUsed([file])).size > 0;
  };
  return { inTexts: false, findUsed, isVisible };
}

const collectIds = (files: readonly OwnedFile[]): Set<string> => new Set(files.map(({ id }) => id));

import type { AddressedMembers } from '@guildhall/domain/post/addressed.js';
import { toUploadsField, type WithUploads } from '@guildhall/domain/uploads.js';
import {
  sealWithPictures,
  withPictures,
  type FindPicture,
  type SealingDependencies,
  type TextSource,
} from './pictures-in-text.js';
import type { Directory } from '../read-models/members/directory.js';
import { findAddressed } from '../text/addressed.js';
import { requireRenderableMarkup, renderMarkdown } from '../text/markdown.js';
import type { Texts } from '../vault/texts.js';

type SealedText = { content: string } & WithUploads;

interface Dependencies extends SealingDependencies {
  texts: Pick<Texts, 'seal' | 'open'>;
  directory: Pick<Directory, 'findMemberId' | 'findMemberName'>;
}

/** Prepares what members write for the log. */
export class Writing {
  constructor(private readonly services: Dependencies) {}

  /** @throws what `seal` throws */
  async sealPost(source: TextSource, text: string): Promise<SealedText & Required<AddressedMembers>> {
    const unchangedContent = await this.findUnchanged(source, text);
    if (unchangedContent !== null)
      return { content: unchangedContent, mentions: [], quotes: [], ...toUploadsField(source) };
    const addressedText = this.resolveAddressed(text);
    return { ...addressedText, ...(await this.seal(source, addressedText.content)) };
  }

  /** @throws what `seal` throws */
  sealReport(authorId: number, text: string): Promise<SealedText> {
    return this.seal({ authorId, field: 'text' }, text);
  }

  /** @throws Refusal content-markup, too-many-pictures */
  async preview(text: string, find: FindPicture): Promise<string> {
    const { storedText } = await withPictures(this.resolveAddressed(text).content, find);
    requireRenderableMarkup(storedText, 'content');
    return renderMarkdown(storedText, (id) => this.services.directory.findMemberName(id));
  }

  /** @throws Refusal upload-unknown, too-many-pictures, content-markup; AuthorErased, VaultUnavailable */
  private seal(source: TextSource, text: string): Promise<SealedText> {
    return sealWithPictures(this.services, source, text);
  }

  /** Sealing the same text again after a picture was removed or a named member registered would be an edit. */
  private async findUnchanged({ content }: TextSource, text: string): Promise<string | null> {
    if (content === undefined) return null;
    const openedText = (await this.services.texts.open([content])).get(content);
    return openedText?.text === text ? content : null;
  }

  private resolveAddressed(text: string) {
    return findAddressed(text, (name) => this.services.directory.findMemberId(name));
  }
}

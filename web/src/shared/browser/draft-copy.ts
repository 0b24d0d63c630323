import { createId } from '../create-id.js';
import { createListeners } from '../../live/create-listeners.js';
import { drop, read, write } from './draft-slots.js';
import { forget, onStoredElsewhere, store, listStoredKeys } from './storage.js';

const saveDelayMs = 500;

export interface DraftState {
  text: string;
  savedAt: Date | null;
  restored: boolean;
  /** A different version of this draft in another tab. Null if there is none. */
  other: string | null;
  /** The text of this field if another tab has sent it. Otherwise null. */
  sentElsewhere: string | null;
}

interface Message {
  kind: 'sent' | 'replaced';
  from: string;
  text: string;
  storedText: string | null;
}

/**
 * One tab's copy of a draft. All tabs share the main slot until someone types into a field, which changes only that
 * tab's copy. Two tabs with different text each use their own slot until the writer chooses one.
 */
export class DraftCopy {
  state: DraftState;
  private readonly main: string;
  private readonly tab = createId();
  private slot: string;
  private knownText: string | null;
  private id: string | null;
  private sentText: string | null = null;
  private hasTyped = false;
  private isUnsaved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = createListeners();
  readonly subscribe = this.listeners.add;

  constructor(
    key: string,
    private initial: string,
  ) {
    this.main = this.slot = `draft.${key}`;
    const storedDraft = read(this.main) ?? this.listSlots().map(read)[0] ?? null;
    this.id = storedDraft?.id ?? null;
    this.knownText = read(this.main)?.text ?? null;
    const text = storedDraft?.text ?? initial;
    this.state = { text, savedAt: null, restored: storedDraft !== null, other: null, sentElsewhere: null };
    this.state.other = this.otherText;
  }

  /** Returns a function that saves the text and stops following the draft. */
  start(): () => void {
    const stop = onStoredElsewhere((key, value) => this.onStored(key, value));
    addEventListener('pagehide', this.save);
    // A page in the back-forward cache receives no storage events.
    const resume = () => this.followMain();
    addEventListener('pageshow', resume);
    return () => {
      this.save();
      stop();
      removeEventListener('pagehide', this.save);
      removeEventListener('pageshow', resume);
    };
  }

  setInitial(initial: string): void {
    this.initial = initial;
  }

  setText = (text: string): void => {
    this.hasTyped = this.isUnsaved = true;
    this.id = null;
    this.change({ text, sentElsewhere: null });
    clearTimeout(this.timer);
    this.timer = setTimeout(this.save, saveDelayMs);
  };

  /** Returns the same key for the same content in all tabs that share a draft. */
  keyFor = (content: unknown): string => {
    const serializedContent = JSON.stringify(content);
    if (this.sentText !== null && this.sentText !== serializedContent) this.id = null;
    this.sentText = serializedContent;
    return (this.id ??= createId());
  };

  /**
   * Clears every field that still contains `sentText`, including those in other tabs, but no text typed in the meantime.
   * @returns whether this field was cleared
   */
  done = (sentText: string): boolean => {
    this.announce('sent', sentText);
    const isSame = isSameText(sentText, this.state.text);
    if (isSame) this.clear();
    return isSame;
  };

  clear = (): void => {
    drop(this.slot);
    this.reset(this.initial);
  };

  takeBack = (): void => {
    if (this.state.sentElsewhere !== null) this.setText(this.state.sentElsewhere);
  };

  keepThis = (): void => {
    if (this.state.other !== null) this.settle(this.state.text, this.state.other);
  };

  useOther = (): void => {
    if (this.state.other === null) return;
    const { text, other } = this.state;
    this.settle(other, text);
    this.hasTyped = false;
  };

  private readonly save = (): void => {
    clearTimeout(this.timer);
    if (!this.isUnsaved) return;
    this.isUnsaved = false;
    const { text } = this.state;
    const main = read(this.main)?.text ?? null;
    if (this.slot === this.main && main !== null && main !== this.knownText && main !== text) this.takeOwnSlot();
    if (text.trim() === '' || text === this.initial) {
      drop(this.slot);
      this.slot = this.main;
      this.knownText = null;
      return this.change({ savedAt: null, other: null });
    }
    const isPersisted = this.write(text);
    this.change({ savedAt: isPersisted ? new Date() : null, other: this.otherText });
  };

  private write(text: string): boolean {
    this.id ??= createId();
    if (this.slot === this.main) this.knownText = text;
    return write(this.slot, { id: this.id, text });
  }

  private onStored(key: string, value: string | null): void {
    if (key === `${this.main}!` && value !== null) this.onMessage(JSON.parse(value) as Message);
    else if (key === this.main) this.followMain();
    else if (key.startsWith(`${this.main}#`)) this.change({ other: this.otherText });
  }

  private onMessage({ kind, from, text, storedText }: Message): void {
    const hasText = isSameText(text, this.state.text) || (!this.hasTyped && storedText === this.state.text);
    if (from === this.tab || text.trim() === '' || !hasText) return;
    this.returnToMain();
    if (kind === 'replaced') {
      this.hasTyped = this.isUnsaved = false;
      return;
    }
    this.reset(this.initial);
    this.change({ sentElsewhere: text });
  }

  private followMain(): void {
    const main = read(this.main);
    const { text } = this.state;
    if (main?.text === text) {
      this.returnToMain();
      this.knownText = text;
      this.id = main.id;
    } else if (!this.hasTyped) {
      if (this.knownText === (main?.text ?? null)) return;
      this.reset(main?.text ?? this.initial);
      this.knownText = main?.text ?? null;
      this.id = main?.id ?? null;
      this.change({ restored: main !== null });
    } else if (main === null) {
      this.returnToMain();
      this.knownText = null;
      this.isUnsaved = true;
      if (this.state.other !== null) this.save();
    } else if (this.slot === this.main && main.text !== this.knownText) {
      this.takeOwnSlot();
      this.isUnsaved = true;
      this.save();
    }
    this.change({ other: this.otherText });
  }

  private returnToMain(): void {
    if (this.slot !== this.main) drop(this.slot);
    this.slot = this.main;
  }

  private takeOwnSlot(): void {
    this.slot = `${this.main}#${this.tab}`;
    this.id = null;
  }

  /** Makes the chosen text the draft of every tab that has either version. */
  private settle(chosenText: string, droppedText: string): void {
    this.announce('replaced', droppedText);
    for (const key of this.listSlots()) if ([chosenText, droppedText].includes(read(key)?.text ?? '')) drop(key);
    this.slot = this.main;
    this.id = null;
    this.isUnsaved = false;
    this.write(chosenText);
    this.change({ text: chosenText, savedAt: new Date(), other: this.otherText });
  }

  private announce(kind: Message['kind'], text: string): void {
    // Sends the message to other tabs without leaving it in storage.
    store(
      `${this.main}!`,
      JSON.stringify({ kind, from: this.tab, text, storedText: this.knownText } satisfies Message),
    );
    forget(`${this.main}!`);
  }

  private reset(text: string): void {
    clearTimeout(this.timer);
    this.slot = this.main;
    this.knownText = this.id = this.sentText = null;
    this.hasTyped = this.isUnsaved = false;
    this.change({ text, savedAt: null, restored: false, other: null, sentElsewhere: null });
  }

  private listSlots(): string[] {
    return listStoredKeys(`${this.main}#`).sort();
  }

  private get otherText(): string | null {
    const otherSlots = [this.main, ...this.listSlots()]
      .filter((key) => key !== this.slot)
      .map((key) => read(key)?.text ?? null);
    return otherSlots.find((text) => text !== null && text !== this.state.text) ?? null;
  }

  private change(to: Partial<DraftState>): void {
    this.state = { ...this.state, ...to };
    this.listeners.notify();
  }
}

const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();

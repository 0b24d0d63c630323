import type { RulesAnswer } from '@guildhall/domain/wire/schemas/site.js';
import { create } from 'zustand';
import { get } from '../../shared/api/api.js';

interface RulesState {
  /** Null until they were read once. */
  html: string | null;
  failed: boolean;
}

export const useRules = create<RulesState>(() => ({ html: null, failed: false }));

/** What was read before stays where they cannot be read again. */
export async function loadRules(): Promise<void> {
  try {
    useRules.setState({ html: (await get<RulesAnswer>('/site/rules')).body.content_html, failed: false });
  } catch {
    useRules.setState({ failed: true });
  }
}

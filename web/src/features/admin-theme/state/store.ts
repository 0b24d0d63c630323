import { readTheme, themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultTheme, defaultThemeName } from '@guildhall/domain/theme/default-theme.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { create } from 'zustand';
import { reloadBelow } from '../../../queries/use-response.js';
import { get } from '../../../shared/api/api.js';

/** The opened theme with the version that was seen of it, and its edits. */
interface Step {
  name: string;
  version: number;
  opened: ThemeVariables;
  colours: ThemeVariables;
}

/** A theme being edited. Edits are kept while the person views other pages. */
interface EditorState extends Step {
  themes: ThemeRow[] | null;
  failed: boolean;
  past: Step[];
  future: Step[];
  /** The variable that was changed last: a dragged colour is one step back, not a hundred. */
  last: string | null;
}

const stepOf = ({ name, version, opened, colours }: Step): Step => ({ name, version, opened, colours });
const untouched = { past: [], future: [], last: null };

export const useEditor = create<EditorState>(() => ({
  themes: null,
  failed: false,
  name: '',
  version: 0,
  opened: defaultTheme,
  colours: defaultTheme,
  ...untouched,
}));

/** Loads the themes; opens the one on the site unless one is being edited. */
export async function loadThemes(): Promise<void> {
  try {
    const { body: themes } = await get<ThemeRow[]>('/forums/themes');
    useEditor.setState({ themes, failed: false });
    void reloadBelow('/forums/themes/history'); // every action adds an entry
    const { name, version } = useEditor.getState();
    const open = themes.find((theme) => theme.name === name);
    if (open?.version === version || hasChanges(useEditor.getState())) return;
    openTheme(open ?? themes.find(({ live }) => live) ?? themes[0]);
  } catch {
    useEditor.setState({ failed: true });
  }
}

/** A theme may name some colours only: the others are those of the default theme, as on the pages. */
function coloursOf(css: string): ThemeVariables {
  return { ...defaultTheme, ...readTheme(css) };
}

/** Switches to another theme; a step back leads to the edits of the one before. */
export function openTheme(theme: ThemeRow | undefined): void {
  if (!theme) return;
  const { name, version } = theme;
  const colours = coloursOf(theme.css);
  const before = useEditor.getState();
  const past = hasChanges(before) ? [...before.past, stepOf(before)] : [];
  useEditor.setState({ name, version, opened: colours, colours, ...untouched, past });
}

/**
 * After `colours` were saved under a name: the page continues with that theme, and with the edits made in the meantime.
 */
export async function openSaved(name: string, colours: ThemeVariables): Promise<void> {
  const { past, name: edited } = useEditor.getState();
  const ofOthers = past.filter((step) => step.name !== name && step.name !== edited);
  useEditor.setState({ name, opened: colours, ...untouched, past: ofOthers });
  await loadThemes();
  const saved = useEditor.getState().themes?.find((theme) => theme.name === name);
  // The current edits start from what was saved: the next save of it is no conflict, unless someone else saved in
  // between.
  if (saved && themeText(coloursOf(saved.css)) === themeText(useEditor.getState().opened))
    useEditor.setState({ version: saved.version });
}

export function setColour(variable: string, value: string): void {
  const before = useEditor.getState();
  const { colours, past, last } = before;
  if (colours[variable] === value) return;
  useEditor.setState({
    colours: { ...colours, [variable]: value },
    past: last === variable ? past : [...past, stepOf(before)],
    future: [],
    last: variable,
  });
}

export function setColours(next: ThemeVariables): void {
  const before = useEditor.getState();
  const colours = { ...defaultTheme, ...next };
  useEditor.setState({ colours, past: [...before.past, stepOf(before)], future: [], last: null });
}

/** The next change of the same colour is another step. */
export function endStep(): void {
  useEditor.setState({ last: null });
}

export function undoStep(): void {
  const now = useEditor.getState();
  const before = now.past.at(-1);
  if (!before) return;
  useEditor.setState({ ...before, past: now.past.slice(0, -1), future: [stepOf(now), ...now.future], last: null });
}

export function redoStep(): void {
  const now = useEditor.getState();
  const [next, ...rest] = now.future;
  if (next) useEditor.setState({ ...next, past: [...now.past, stepOf(now)], future: rest, last: null });
}

export function discard(): void {
  const before = useEditor.getState();
  useEditor.setState({ colours: before.opened, past: [...before.past, stepOf(before)], future: [], last: null });
}

export function hasChanges({ colours, opened }: Pick<EditorState, 'colours' | 'opened'>): boolean {
  return themeText(colours) !== themeText(opened);
}

export const isDefault = (name: string): boolean => name.toLowerCase() === defaultThemeName;

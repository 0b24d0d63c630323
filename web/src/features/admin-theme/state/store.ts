import { readTheme, themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultTheme, defaultThemeName } from '@guildhall/domain/theme/default-theme.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/themes.js';
import { create } from 'zustand';
import { reloadBelow } from '../../../queries/use-response.js';
import { get } from '../../../shared/api/api.js';

/** Where one is: the theme that was opened, with the version that was seen of it, and what is tried of it. */
interface Step {
  name: string;
  version: number;
  opened: ThemeVariables;
  colours: ThemeVariables;
}

/** A theme being edited. What is tried is kept while one looks at other pages. */
interface EditorState extends Step {
  themes: ThemeRow[] | null;
  failed: boolean;
  past: Step[];
  future: Step[];
  /** The variable that was changed last: a colour that is dragged is one step back, not a hundred. */
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
    void reloadBelow('/forums/themes/history'); // after every action there is a line more
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

/** Goes on with another theme; a step back leads to what was tried of the one before. */
export function openTheme(theme: ThemeRow | undefined): void {
  if (!theme) return;
  const { name, version } = theme;
  const colours = coloursOf(theme.css);
  const before = useEditor.getState();
  const past = hasChanges(before) ? [...before.past, stepOf(before)] : [];
  useEditor.setState({ name, version, opened: colours, colours, ...untouched, past });
}

/** After `colours` were saved under a name: the page goes on with that one, and with what was changed meanwhile. */
export async function openSaved(name: string, colours: ThemeVariables): Promise<void> {
  const { past, name: edited } = useEditor.getState();
  const ofOthers = past.filter((step) => step.name !== name && step.name !== edited);
  useEditor.setState({ name, opened: colours, ...untouched, past: ofOthers });
  await loadThemes();
  const saved = useEditor.getState().themes?.find((theme) => theme.name === name);
  // What is tried now began from what was saved: the next save of it is no conflict, unless somebody came between.
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

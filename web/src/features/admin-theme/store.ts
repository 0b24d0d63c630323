import { readTheme, themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultTheme, defaultThemeName } from '@guildhall/domain/theme/default-theme.js';
import type { ThemeRow } from '@guildhall/domain/wire/site.js';
import { create } from 'zustand';
import { get } from '../../shared/api.js';

/** A theme being edited. What is tried stands in `colours`; it is kept while one looks at other pages. */
interface EditorState {
  themes: ThemeRow[] | null;
  failed: boolean;
  /** The theme that was opened, with the version that was seen of it. */
  name: string;
  version: number;
  opened: ThemeVariables;
  colours: ThemeVariables;
  past: ThemeVariables[];
  future: ThemeVariables[];
  /** The variable that was changed last: a colour that is dragged is one step back, not a hundred. */
  last: string | null;
}

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
    const { name } = useEditor.getState();
    const open = themes.find((theme) => theme.name === name);
    if (!hasChanges(useEditor.getState())) openTheme(open ?? themes.find(({ live }) => live) ?? themes[0]);
  } catch {
    useEditor.setState({ failed: true });
  }
}

/** A theme may name some colours only: the others are those of the default theme, as on the pages. */
function coloursOf(css: string): ThemeVariables {
  return { ...defaultTheme, ...readTheme(css) };
}

export function openTheme(theme: ThemeRow | undefined): void {
  if (!theme) return;
  const colours = coloursOf(theme.css);
  useEditor.setState({ name: theme.name, version: theme.version, opened: colours, colours, ...untouched });
}

/** After it was saved under a name: the page goes on with that one. */
export async function openSaved(name: string): Promise<void> {
  useEditor.setState(({ colours }) => ({ name, opened: colours, ...untouched }));
  await loadThemes();
}

export function setColour(variable: string, value: string): void {
  const { colours, past, last } = useEditor.getState();
  if (colours[variable] === value) return;
  useEditor.setState({
    colours: { ...colours, [variable]: value },
    past: last === variable ? past : [...past, colours],
    future: [],
    last: variable,
  });
}

export function setColours(next: ThemeVariables): void {
  const { colours, past } = useEditor.getState();
  useEditor.setState({ colours: { ...defaultTheme, ...next }, past: [...past, colours], future: [], last: null });
}

/** The next change of the same colour is another step. */
export function endStep(): void {
  useEditor.setState({ last: null });
}

export function stepBack(): void {
  const { colours, past, future } = useEditor.getState();
  const before = past.at(-1);
  if (before)
    useEditor.setState({ colours: before, past: past.slice(0, -1), future: [colours, ...future], last: null });
}

export function stepForward(): void {
  const { colours, past, future } = useEditor.getState();
  const [next, ...rest] = future;
  if (next) useEditor.setState({ colours: next, past: [...past, colours], future: rest, last: null });
}

export function discard(): void {
  const { opened, colours, past } = useEditor.getState();
  useEditor.setState({ colours: opened, past: [...past, colours], future: [], last: null });
}

export function hasChanges({ colours, opened }: Pick<EditorState, 'colours' | 'opened'>): boolean {
  return themeText(colours) !== themeText(opened);
}

export const isDefault = (name: string): boolean => name.toLowerCase() === defaultThemeName;

import { foldName } from '@guildhall/domain/account/names.js';
import { parseTheme, formatTheme, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultAccent, defaultThemeName } from '@guildhall/domain/theme/base-colours.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { detectAppearance, deriveColours, omitDerivedColours } from '@guildhall/domain/theme/theme-colours.js';
import type { Appearance } from '@guildhall/domain/theme/base-colours.js';
import { create } from 'zustand';
import { reloadByPrefix } from '../../../queries/use-response.js';
import { getAll } from '../../../shared/api/api.js';
import { useSite } from '../../../shared/state/site.js';

interface Step {
  name: string;
  version: number;
  /** The colours that the theme sets explicitly. The others are derived from its accent. */
  openedVariables: ThemeVariables;
  namedColours: ThemeVariables;
}

/** Edits survive navigation to other pages. */
interface EditorState extends Step {
  themes: ThemeRow[] | null;
  failed: boolean;
  past: Step[];
  future: Step[];
  /** The last changed variable. Dragging a colour adds only one undo step. */
  last: string | null;
  previewChoice: PreviewChoice;
}

export const accentName = '--color-accent';
const pickStep = ({ name, version, openedVariables, namedColours }: Step): Step => ({
  name,
  version,
  openedVariables,
  namedColours,
});
const plain: ThemeVariables = { [accentName]: defaultAccent };
const unchangedState = { past: [], future: [], last: null };

export const useEditor = create<EditorState>(() => ({
  themes: null,
  failed: false,
  name: '',
  version: 0,
  openedVariables: plain,
  namedColours: plain,
  previewChoice: 'visitors',
  ...unchangedState,
}));

/** Opens the live theme unless another theme has unsaved edits. */
export async function loadThemes(): Promise<void> {
  try {
    const { body: themes } = await getAll<ThemeRow>('/forums/themes');
    useEditor.setState({ themes, failed: false });
    void reloadByPrefix('/forums/themes/history');
    const { name, version } = useEditor.getState();
    const open = themes.find((theme) => theme.name === name);
    if (open?.version === version || hasChanges(useEditor.getState())) return;
    openTheme(open ?? themes.find(({ live }) => live) ?? themes[0]);
  } catch {
    useEditor.setState({ failed: true });
  }
}

export function useColours(appearance?: Appearance): ThemeVariables {
  const namedColours = useEditor((state) => state.namedColours);
  return getColours(namedColours, appearance ?? detectAppearance(namedColours));
}

/** Cached because every colour field calls it. */
function getColours(namedColours: ThemeVariables, appearance: Appearance): ThemeVariables {
  const cachedColours = colourCache.get(namedColours) ?? {};
  const colours = cachedColours[appearance] ?? deriveColours(namedColours, appearance);
  colourCache.set(namedColours, { ...cachedColours, [appearance]: colours });
  return colours;
}
const colourCache = new WeakMap<ThemeVariables, Partial<Record<Appearance, ThemeVariables>>>();

/** `visitors` shows the site as it appears to visitors who have not chosen an appearance. */
export type PreviewChoice = 'visitors' | Appearance;

export function usePreviewedColours(): Appearance {
  const choice = useEditor((state) => state.previewChoice);
  const own = useEditor(({ namedColours }) => detectAppearance(namedColours));
  const siteDefault = useSite((site) => site.default_appearance);
  if (choice !== 'visitors') return choice;
  if (siteDefault === 'system') return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return siteDefault === 'theme' ? own : siteDefault;
}

export function preview(choice: PreviewChoice): void {
  useEditor.setState({ previewChoice: choice });
}

/** Returns the accent and all colours that differ from the derived ones. Older themes set every colour. */
function findTheme(css: string): ThemeVariables {
  return { ...plain, ...omitDerivedColours(parseTheme(css)) };
}

/** Undo restores the previous theme with its unsaved edits. */
export function openTheme(theme: ThemeRow | undefined): void {
  if (!theme) return;
  const { name, version } = theme;
  const namedColours = findTheme(theme.css);
  const state = useEditor.getState();
  const pastSteps = hasChanges(state) ? [...state.past, pickStep(state)] : [];
  useEditor.setState({
    name,
    version,
    openedVariables: namedColours,
    namedColours,
    ...unchangedState,
    past: pastSteps,
  });
}

export async function openSaved(name: string, namedColours: ThemeVariables): Promise<void> {
  const { past, name: editedName } = useEditor.getState();
  const otherSteps = past.filter((step) => step.name !== name && step.name !== editedName);
  useEditor.setState({ name, openedVariables: namedColours, ...unchangedState, past: otherSteps });
  await loadThemes();
  const savedTheme = useEditor.getState().themes?.find((theme) => theme.name === name);
  // The edits are now based on the saved version, so the next save conflicts only if someone else has saved in between.
  if (
    savedTheme &&
    formatText(findTheme(savedTheme.css)) === formatText(omitDerivedColours(useEditor.getState().openedVariables))
  )
    useEditor.setState({ version: savedTheme.version });
}

export function setColour(variable: string, value: string): void {
  const state = useEditor.getState();
  const { namedColours, past, last } = state;
  if (namedColours[variable] === value) return;
  useEditor.setState({
    namedColours: { ...namedColours, [variable]: value },
    past: last === variable ? past : [...past, pickStep(state)],
    future: [],
    last: variable,
  });
}

export function setColours(next: ThemeVariables): void {
  change({ ...plain, ...next });
}

export function unsetColour(variable: string): void {
  const { [variable]: _, ...others } = useEditor.getState().namedColours;
  change(others);
}

function change(namedColours: ThemeVariables): void {
  const state = useEditor.getState();
  useEditor.setState({ namedColours, past: [...state.past, pickStep(state)], future: [], last: null });
}

/** Makes the next change a separate undo step, even for the same colour. */
export function endStep(): void {
  useEditor.setState({ last: null });
}

export function undoStep(): void {
  const state = useEditor.getState();
  const previousStep = state.past.at(-1);
  if (!previousStep) return;
  useEditor.setState({
    ...previousStep,
    past: state.past.slice(0, -1),
    future: [pickStep(state), ...state.future],
    last: null,
  });
}

export function redoStep(): void {
  const state = useEditor.getState();
  const [next, ...rest] = state.future;
  if (next) useEditor.setState({ ...next, past: [...state.past, pickStep(state)], future: rest, last: null });
}

export function discard(): void {
  change(useEditor.getState().openedVariables);
}

export function hasChanges({
  namedColours,
  openedVariables,
}: Pick<EditorState, 'namedColours' | 'openedVariables'>): boolean {
  return namedColours !== openedVariables && formatText(namedColours) !== formatText(openedVariables);
}

/** Sorts the colours so that the order of edits does not count as a difference. */
const formatText = (namedColours: ThemeVariables): string =>
  formatTheme(Object.fromEntries(Object.entries(namedColours).sort()));

export const isDefault = (name: string): boolean => foldName(name) === defaultThemeName;

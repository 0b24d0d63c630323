import { foldName } from '../account/names.js';
import type { ThemeCommand } from './decide.js';
import type { ThemeEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function themeFieldsOf({ type, data }: ThemeEvent): string[] {
  switch (type) {
    case 'ThemeSaved.v1':
      return [`theme ${foldName(data.name)}`];
    case 'ThemePublished.v1':
      return ['the live theme'];
    case 'LogoChanged.v1':
      return [data.ground ? 'the logo for light grounds' : 'the logo'];
  }
}

/** The command that undoes an event. */
export function themeInverseOf({ type, data }: ThemeEvent): ThemeCommand {
  switch (type) {
    case 'ThemeSaved.v1':
      if (data.before === null) return { type: 'RemoveTheme', name: data.name };
      return { type: 'SaveTheme', name: data.name, css: data.before, publish: false };
    case 'ThemePublished.v1':
      return { type: 'PublishTheme', name: data.before };
    case 'LogoChanged.v1':
      return { type: 'ChangeLogo', logo: data.before, ...(data.ground && { ground: data.ground }) };
  }
}

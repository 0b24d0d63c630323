import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { categorySigns, type CategorySign } from '../../emoji/drawn.js';
import { Emoji } from '../../emoji/emoji.js';
import styles from './emoji.module.css';
import { texts } from './texts.js';

interface CategoriesProps {
  names: readonly CategorySign[];
  selected: CategorySign | null;
  select: (name: CategorySign) => void;
}

export function Categories({ names, selected, select }: CategoriesProps) {
  return (
    <ToggleGroup
      className={`flex ${styles['categories']}`}
      aria-label={texts.categories}
      value={selected === null ? [] : [selected]}
      onValueChange={([name]) => name !== undefined && select(name)}
    >
      {names.map((name) => (
        <Toggle
          key={name}
          value={name}
          className={`bare centred text-18 ${styles['category']}`}
          aria-label={texts.names[name]}
          title={texts.names[name]}
        >
          <Emoji sprite="categories" name={name} character={categorySigns[name]} />
        </Toggle>
      ))}
    </ToggleGroup>
  );
}

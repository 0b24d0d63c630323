import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { categorySigns, type CategorySign } from '../../emoji/drawn.js';
import { Emoji } from '../../emoji/emoji.js';
import styles from './emoji.module.css';
import { texts } from './texts.js';

interface CategoriesProps {
  names: readonly CategorySign[];
  selectedCategory: CategorySign | null;
  select: (name: CategorySign) => void;
}

export function Categories({ names, selectedCategory, select }: CategoriesProps) {
  return (
    <ToggleGroup
      className={`flex ${styles['categories']}`}
      aria-label={texts.categories}
      value={selectedCategory === null ? [] : [selectedCategory]}
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

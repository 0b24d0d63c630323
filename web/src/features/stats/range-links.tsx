import { Link, useSearchParams } from '../../shared/router.js';
import tabs from '../../ui/tabs.module.css';
import { texts } from './texts.js';

interface RangeLinksProps {
  name: string;
  /** The default option, which is omitted from the address. */
  defaultOption: string;
  chosen: string;
  options: readonly { value: string; name: string }[];
}

export function RangeLinks({ name, defaultOption, chosen, options }: RangeLinksProps) {
  const [params] = useSearchParams();
  const addressOf = (value: string) => {
    const query = new URLSearchParams(params);
    if (value === defaultOption) query.delete(name);
    else query.set(name, value);
    return `?${query.toString()}`;
  };
  return (
    <nav className={tabs['segments']} aria-label={texts.range}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={addressOf(option.value)}
          className={tabs['segment']}
          aria-current={option.value === chosen ? 'true' : undefined}
          replace
        >
          {option.name}
        </Link>
      ))}
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Link, useSearchParams } from '../../shared/router.js';
import tabs from '../../ui/tabs.module.css';
import { texts } from './texts.js';

interface RangeSectionProps<Range extends string> {
  /** The name of the URL parameter, which is omitted for the default, the first range. */
  name: string;
  title: string;
  ranges: readonly [Range, ...Range[]];
  names: Record<Range, string>;
  children: (range: Range) => ReactNode;
}

export function RangeSection<Range extends string>(props: RangeSectionProps<Range>) {
  const { name, title, ranges, names, children } = props;
  const [params] = useSearchParams();
  const selectedRange = ranges.find((range) => range === params.get(name)) ?? ranges[0];
  const buildAddress = (range: Range) => {
    const query = new URLSearchParams(params);
    if (range === ranges[0]) query.delete(name);
    else query.set(name, range);
    return `?${query.toString()}`;
  };
  return (
    <section aria-labelledby={name}>
      <div className="row gap-4-16 spread margin-bottom-8">
        <h2 id={name}>{title}</h2>
        <nav className={tabs['segments']} aria-label={texts.range}>
          {ranges.map((range) => (
            <Link
              key={range}
              to={buildAddress(range)}
              className={tabs['segment']}
              aria-current={range === selectedRange ? 'true' : undefined}
              replace
            >
              {names[range]}
            </Link>
          ))}
        </nav>
      </div>
      {children(selectedRange)}
    </section>
  );
}

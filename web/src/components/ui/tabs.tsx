import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cn } from '@/lib/cn';
import { moveFocus } from '@/lib/focus';

/** Keys that move the focus and choose (ARIA's tabs with automatic activation). */
const keySteps = {
  ArrowRight: (at: number, count: number) => (at + 1) % count,
  ArrowLeft: (at: number, count: number) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at: number, count: number) => count - 1,
};

interface TabsProps<V extends string> {
  views: readonly V[];
  shown: V;
  onShow: (view: V) => void;
  label: string;
  toName: (view: V) => ReactNode;
  className?: string;
  children: (view: V) => ReactNode;
}

/** Views of one thing, of which one is shown. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { views, shown, onShow, label, toName, className, children } = props;
  const id = useId();
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, '[role=tab]', keySteps)?.click()}
        className="flex gap-6 overflow-x-auto border-b border-line"
      >
        {views.map((view) => (
          <button
            key={view}
            type="button"
            role="tab"
            id={`${id}-tab-${view}`}
            aria-selected={view === shown}
            aria-controls={view === shown ? `${id}-panel` : undefined}
            tabIndex={view === shown ? 0 : -1}
            onClick={() => onShow(view)}
            className={cn(
              'min-h-(--control) shrink-0 border-b-2 px-1 py-1 font-semibold transition-colors duration-100',
              'focus-visible:-outline-offset-2',
              view === shown
                ? 'border-accent text-ink'
                : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {toName(view)}
          </button>
        ))}
      </div>
      <div
        key={shown}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${shown}`}
        tabIndex={0}
        className="pt-6"
      >
        {children(shown)}
      </div>
    </div>
  );
}

interface ViewTabsProps<V extends string> extends Pick<
  TabsProps<V>,
  'label' | 'toName' | 'children'
> {
  /** The first one is shown where the URL names none. */
  views: readonly [V, ...V[]];
  /** The parameter of the URL. */
  param?: string;
}

/** {@link Tabs} of which the URL names the one that is shown. */
export function ViewTabs<V extends string>(props: ViewTabsProps<V>) {
  const { views, param = 'view', ...rest } = props;
  const [search, setSearch] = useSearchParams();
  const shown = views.find((view) => view === search.get(param)) ?? views[0];
  const show = (view: V) => setSearch({ [param]: view }, { replace: true });
  return <Tabs views={views} shown={shown} onShow={show} {...rest} />;
}

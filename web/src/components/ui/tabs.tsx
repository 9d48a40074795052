import { type ComponentProps, createContext, useContext, useId, useMemo } from 'react';
import { cn } from '@/lib/cn';
import { moveFocus } from '@/lib/focus';

interface TabsState {
  id: string;
  value: string;
  choose: (value: string) => void;
}

const TabsContext = createContext<TabsState | null>(null);

const useTabs = (): TabsState => {
  const tabs = useContext(TabsContext);
  if (!tabs) throw new Error('a tab stands outside of Tabs');
  return tabs;
};

interface TabsProps extends ComponentProps<'div'> {
  value: string;
  onValueChange: (value: string) => void;
}

/** `<Tabs value onValueChange><TabList><Tab value/>…</TabList><TabPanel value/>…</Tabs>` */
export function Tabs({ value, onValueChange: choose, ...rest }: TabsProps) {
  const id = useId();
  const state = useMemo(() => ({ id, value, choose }), [id, value, choose]);
  return (
    <TabsContext value={state}>
      <div {...rest} />
    </TabsContext>
  );
}

/** Keys that move the focus and choose (ARIA's tabs with automatic activation). */
const keySteps = {
  ArrowRight: (at: number, count: number) => (at + 1) % count,
  ArrowLeft: (at: number, count: number) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at: number, count: number) => count - 1,
};

export function TabList({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      onKeyDown={(event) => moveFocus(event, '[role=tab]', keySteps)?.click()}
      {...rest}
      className={cn('flex gap-6 overflow-x-auto border-b border-line', className)}
    />
  );
}

export function Tab({ value, className, ...rest }: ComponentProps<'button'> & { value: string }) {
  const tabs = useTabs();
  const chosen = tabs.value === value;
  return (
    <button
      {...rest}
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={chosen}
      aria-controls={chosen ? `${tabs.id}-panel-${value}` : undefined}
      tabIndex={chosen ? 0 : -1}
      onClick={() => tabs.choose(value)}
      className={cn(
        'min-h-(--control) shrink-0 border-b-2 px-1 py-1 font-semibold transition-colors duration-100',
        'focus-visible:-outline-offset-2',
        chosen ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
        className,
      )}
    />
  );
}

export function TabPanel({ value, className, ...rest }: ComponentProps<'div'> & { value: string }) {
  const tabs = useTabs();
  if (tabs.value !== value) return null;
  return (
    <div
      {...rest}
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      tabIndex={0}
      className={cn('pt-6', className)}
    />
  );
}

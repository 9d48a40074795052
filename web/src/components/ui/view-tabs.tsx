import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tab, TabList, TabPanel, Tabs } from './tabs';

interface ViewTabsProps<V extends string> {
  /** The first one is shown where the URL names none. */
  views: readonly [V, ...V[]];
  label: string;
  toName: (view: V) => string;
  children: (view: V) => ReactNode;
}

/** Views of one list. The URL names the one that is shown (`?view=`). */
export function ViewTabs<V extends string>({ views, label, toName, children }: ViewTabsProps<V>) {
  const [search, setSearch] = useSearchParams();
  const shown = views.find((view) => view === search.get('view')) ?? views[0];
  return (
    <Tabs value={shown} onValueChange={(view) => setSearch({ view }, { replace: true })}>
      <TabList aria-label={label}>
        {views.map((view) => (
          <Tab key={view} value={view}>
            {toName(view)}
          </Tab>
        ))}
      </TabList>
      {views.map((view) => (
        <TabPanel key={view} value={view}>
          {children(view)}
        </TabPanel>
      ))}
    </Tabs>
  );
}

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tab, TabList, TabPanel, Tabs } from './tabs';

interface ViewTabsProps<V extends string> {
  /** The first one is shown where the URL names none. */
  views: readonly [V, ...V[]];
  label: string;
  toName: (view: V) => string;
  /** The parameter of the URL. */
  param?: string;
  children: (view: V) => ReactNode;
}

/** Views of one thing. The URL names the one that is shown. */
export function ViewTabs<V extends string>(props: ViewTabsProps<V>) {
  const { views, label, toName, param = 'view', children } = props;
  const [search, setSearch] = useSearchParams();
  const shown = views.find((view) => view === search.get(param)) ?? views[0];
  return (
    <Tabs value={shown} onValueChange={(view) => setSearch({ [param]: view }, { replace: true })}>
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

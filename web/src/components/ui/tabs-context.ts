import { createContext, useContext } from 'react';

interface TabsState {
  id: string;
  value: string;
  choose: (value: string) => void;
}

export const TabsContext = createContext<TabsState | null>(null);

export const useTabs = (): TabsState => {
  const tabs = useContext(TabsContext);
  if (!tabs) throw new Error('a tab stands outside of Tabs');
  return tabs;
};

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

type Action = () => void;

const Current = createContext<Action | undefined>(undefined);
const Setter = createContext<(action: Action | undefined) => void>(() => undefined);

/** Between a header that stays and the screens that come and go below it. */
export function HeaderActionProvider({ children }: { children: ReactNode }) {
  const [action, setAction] = useState<Action>();
  // A function given to a state setter would be called, hence one that returns it.
  const [set] = useState(() => (next: Action | undefined) => setAction(() => next));
  return (
    <Setter value={set}>
      <Current value={action}>{children}</Current>
    </Setter>
  );
}

/** For the header: what New Entry does now; undefined where the screen gives it nothing to do. */
export const useHeaderAction = (): Action | undefined => useContext(Current);

/** For a screen: what the header's New Entry does while it is shown. Pass a stable function. */
export const useSetHeaderAction = (action: Action): void => {
  const set = useContext(Setter);
  useEffect(() => {
    set(action);
    return () => set(undefined);
  }, [action, set]);
};

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

type Action = () => void;

const Current = createContext<Action | undefined>(undefined);
const Setter = createContext<(action: Action | undefined) => void>(() => undefined);

/** Lets the current screen set the action of the header's New Entry button. */
export function HeaderActionProvider({ children }: { children: ReactNode }) {
  const [action, setAction] = useState<Action>();
  // A state setter calls a function argument; therefore wrap the action in another function.
  const [set] = useState(() => (next: Action | undefined) => setAction(() => next));
  return (
    <Setter value={set}>
      <Current value={action}>{children}</Current>
    </Setter>
  );
}

/** For the header: New Entry is the screen's own action, else the form of a disease. */
export const useNewEntry = (): Action => {
  const navigate = useNavigate();
  return useContext(Current) ?? (() => void navigate('/app/add-disease'));
};

/** For a screen: what the header's New Entry does while it is shown. Pass a stable function. */
export const useSetHeaderAction = (action: Action): void => {
  const set = useContext(Setter);
  useEffect(() => {
    set(action);
    return () => set(undefined);
  }, [action, set]);
};

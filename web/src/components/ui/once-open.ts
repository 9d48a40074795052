import { useState } from 'react';

/** True from the first time that `open` was: what opens rarely is fetched only then. */
export const useOnceOpen = (open: boolean): boolean => {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once;
};

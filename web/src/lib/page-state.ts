import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** State that is `initial` again on another page: for dialogs of what stands above all pages. */
export function usePageState<T>(initial: T): readonly [T, (value: T) => void] {
  const { pathname } = useLocation();
  const [state, setState] = useState({ pathname, value: initial });
  const value = state.pathname === pathname ? state.value : initial;
  return [value, (next) => setState({ pathname, value: next })];
}

import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';

/** Gives an element the focus when it appears, for example the result of an action. */
export const useInitialFocus = <T extends HTMLElement>() => {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
};

type KeySteps = Partial<Record<string, (at: number, count: number) => number>>;

/** Moves the focus among the elements of a part by the keys of `steps`; returns the element that gets it. */
export const moveFocus = (
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  steps: KeySteps,
): HTMLElement | undefined => {
  const step = steps[event.key];
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = elements.findIndex((element) => element === event.target);
  if (!step || at < 0) return undefined;
  event.preventDefault();
  const next = elements[step(at, elements.length)];
  next?.focus();
  return next;
};

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

const isLost = ({ activeElement }: Document): boolean =>
  !activeElement || activeElement === document.body || activeElement.matches(':disabled');

/**
 * Keeps the focus in a part of the page, whose focused element has gone with a change: it goes to the
 * row that took its place, else to the first control of the part, else to the page's content.
 * @param change is another value after each change, for example the number of rows
 * @param rows selects the rows
 * @returns the properties of the part's element
 */
export const useKeptFocus = <T extends HTMLElement>(change: unknown, rows = 'li') => {
  const part = useRef<T>(null);
  /** The row with the last focused element; -1: an element beside the rows; undefined: none. */
  const last = useRef<number>(undefined);
  const count = useRef(0);
  const findRows = () => [...(part.current?.querySelectorAll<HTMLElement>(rows) ?? [])];

  const keep = useEffectEvent(() => {
    const found = findRows();
    const before = count.current;
    count.current = found.length;
    if (last.current === undefined || !isLost(document)) return;
    // The button may only be disabled: its row is still there.
    const own = found.find((each) => each.contains(document.activeElement));
    const place = Math.min(last.current < 0 ? before : last.current, found.length - 1);
    const row = own ?? found[place];
    const control = (row ?? part.current)?.querySelector<HTMLElement>(CONTROLS);
    (control ?? document.querySelector<HTMLElement>('#content'))?.focus();
  });
  useEffect(() => keep(), [change]);
  return {
    ref: part,
    onFocus: ({ target }: FocusEvent) => {
      // Dialogs of the part stand elsewhere.
      if (part.current?.contains(target))
        last.current = findRows().findIndex((row) => row.contains(target));
    },
    // The person has left it for nothing. When its element is removed, React calls no handler.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) last.current = undefined;
    },
  };
};

import { type ReactNode, useEffect, useRef } from 'react';
import { Field, Input } from './field';

/** Typing searches after this pause, in milliseconds. */
const SEARCH_DELAY_MS = 250;

interface SearchFieldProps {
  label: string;
  help?: ReactNode;
  maxLength: number;
  onSearch: (text: string) => void;
}

/** A field that searches a list. What is typed is not in the URL, which browsers keep in their history. */
export function SearchField({ label, help, maxLength, onSearch }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), SEARCH_DELAY_MS);
  };
  return (
    <Field label={label} help={help}>
      <Input
        type="search"
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => type(target.value)}
      />
    </Field>
  );
}

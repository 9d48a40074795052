import { MAX_NAME_LENGTH } from '@ctdb/contracts';
import { useEffect, useRef } from 'react';
import { Field, Input } from '@/components/ui/field';

/** Typing searches after this pause, in milliseconds. */
const SEARCH_DELAY_MS = 250;

interface SearchFieldProps {
  label: string;
  onSearch: (name: string) => void;
}

/** A field for a name. What is typed is not in the URL, which browsers keep in their history. */
export function SearchField({ label, onSearch }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (name: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(name.trim()), SEARCH_DELAY_MS);
  };
  return (
    <Field label={label}>
      <Input
        type="search"
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => type(target.value)}
      />
    </Field>
  );
}

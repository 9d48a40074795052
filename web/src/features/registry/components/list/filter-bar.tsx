import { ALL_CATEGORIES, categories, MAX_SEARCH_LENGTH } from '@ctdb/contracts';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unfold } from '@/components/unfold';
import { Button } from '@/components/ui/button';
import { Input, Select } from '@/components/ui/field';
import { lazyPart } from '@/components/ui/lazy-part';
import { useEnumLabels } from '@/i18n/enum-labels';
import {
  type CategoryFilter,
  moreFilters,
  SEARCH_ID,
  useRegistryUrl,
} from '@/features/registry/model/filter';

const LazyFilterFields = lazyPart(
  () => import('./filter-fields').then((file) => file.FilterFields),
  'h-104 sm:h-62 xl:h-20',
  ['filters'],
);

/** Typing searches after this pause, in milliseconds. */
const SEARCH_DELAY_MS = 250;

const choices: readonly CategoryFilter[] = [ALL_CATEGORIES, ...categories];

/** Category, search text and a button that applies both; below, the other filters and the order. */
export function FilterBar() {
  const { filter, applyFilter } = useRegistryUrl();
  const { t } = useTranslation('registry');
  const labels = useEnumLabels();
  const active = moreFilters.filter((name) => filter[name] !== '').length;
  const [isOpen, open] = useState(active > 0 || filter.sort !== '');
  const [text, setText] = useState(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The URL may change without this form: by the back button or "clear filter".
  const [lastApplied, setApplied] = useState(filter.search);
  if (lastApplied !== filter.search) {
    setApplied(filter.search);
    if (text.trim() !== filter.search) setText(filter.search);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (category: CategoryFilter, search: string) => {
    clearTimeout(timer.current);
    applyFilter({ category, search });
  };
  const type = (search: string) => {
    setText(search);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => applyFilter({ search }), SEARCH_DELAY_MS);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(filter.category, text);
  };

  return (
    <form role="search" onSubmit={submit} className="flex flex-wrap gap-3">
      <Select
        aria-label={t('filter.category')}
        value={filter.category}
        options={choices.map((value) => ({ value, label: labels.category(value) }))}
        onChange={(category) => apply(category, text)}
        className="w-full sm:w-60"
      />
      <div className="relative min-w-0 flex-1 basis-40">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          id={SEARCH_ID}
          type="search"
          aria-label={t('filter.search')}
          placeholder={t('filter.placeholder')}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={(event) => type(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="pl-9"
        />
      </div>
      <Button type="submit">{t('filter.apply')}</Button>
      {/* Few readers need the other filters and the order. */}
      <Unfold
        title={t('filter.more', { count: active })}
        isOpen={isOpen}
        onToggle={open}
        className="w-full"
      >
        <LazyFilterFields />
      </Unfold>
    </form>
  );
}

import {
  diseaseSorts,
  type LanguageState,
  languageStates,
  outcomes,
  protocolColorNames,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { ErrorState } from '@/components/ui/notice';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useLocalText, useNameSort } from '@/lib/language';
import { useDiseaseFilters } from '@/features/registry/api/queries';
import { isFiltering, moreFilters, useRegistryUrl } from '@/features/registry/model/filter';

interface Choice {
  value: string;
  label: string;
  /** How many diseases it finds; absent if none. */
  count?: number | undefined;
}

/** A choice for each of `values`, with its number where it finds something. */
const toChoices = <T extends string>(
  values: readonly T[],
  toLabel: (value: T) => string,
  found: readonly { value: string; count: number }[] = [],
): Choice[] =>
  values.map((value) => ({
    value,
    label: toLabel(value),
    count: found.find((each) => each.value === value)?.count,
  }));

/** Filters by facts of the treatments, each with the number of diseases, and the order of the list. */
export function FilterFields() {
  const { t } = useTranslation(['filters', 'registry']);
  const labels = useEnumLabels();
  const localText = useLocalText();
  const { filter, applyFilter, clearFilter } = useRegistryUrl();
  const nameSort = useNameSort(filter.search);
  const query = useDiseaseFilters(filter);
  const { data } = query;

  if (query.isError) return <ErrorState query={query} className="py-3" />;

  const added = data?.colors.filter(({ look }) => look) ?? [];
  const colors: Choice[] = [
    ...toChoices<string>(protocolColorNames, labels.color, data?.colors),
    ...added.map(({ value, look, count }) => ({ value, label: labels.color(value, look), count })),
  ];
  const areas: Choice[] = (data?.areas ?? []).map(({ value, valueKn, count }) => ({
    value,
    label: localText(value, valueKn),
    count,
  }));
  if (filter.area && !areas.some(({ value }) => value === filter.area))
    areas.push({ value: filter.area, label: filter.area });
  const languageLabels: Record<LanguageState, string> = {
    missing: t('filters:missing'),
    needsReview: t('filters:needsReview'),
    outdated: t('registry:treatment.outdated'),
  };
  const choices = {
    color: colors,
    area: areas,
    outcome: toChoices(outcomes, labels.outcome, data?.outcomes),
    language: toChoices(languageStates, (state) => languageLabels[state], data?.languages),
  };
  const titles = {
    color: t('registry:protocol.color'),
    area: t('filters:area'),
    outcome: t('filters:outcome'),
    language: t('filters:language'),
  };
  /** None, and the values that find diseases. A selected value stays, also if it finds none. */
  const optionsOf = (name: (typeof moreFilters)[number]) => [
    { value: '', label: t('filters:any') },
    ...choices[name]
      .filter(({ value, count }) => count !== undefined || value === filter[name])
      .map(({ value, label, count }) => ({
        value,
        label: count === undefined ? label : `${label} (${count})`,
      })),
  ];
  const usual = filter.search ? undefined : (nameSort ?? 'nameEn');
  const sorts = diseaseSorts.filter((name) => name !== usual);

  return (
    <div className="mt-3 grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {moreFilters.map((name) => (
        <Field key={name} label={titles[name]}>
          <Select
            value={filter[name]}
            options={optionsOf(name)}
            onChange={(value) => applyFilter({ [name]: value })}
          />
        </Field>
      ))}
      <Field label={t('filters:sort')}>
        <Select
          value={sorts.find((name) => name === filter.sort) ?? ''}
          options={[
            { value: '', label: usual ? t(`filters:sortBy.${usual}`) : t('filters:bestMatch') },
            ...sorts.map((value) => ({ value, label: t(`filters:sortBy.${value}`) })),
          ]}
          onChange={(sort) => applyFilter({ sort })}
        />
      </Field>
      {isFiltering(filter) && (
        <Button className="justify-self-start" onClick={clearFilter}>
          {t('registry:filter.clear')}
        </Button>
      )}
    </div>
  );
}

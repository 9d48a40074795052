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
import { isFiltering, useRegistryUrl } from '@/features/registry/model/filter';

interface Choice<T extends string> {
  value: T;
  label: string;
  count?: number | undefined;
}

/** A choice for each of `values`, with its number where it finds something. */
const toChoices = <T extends string>(
  values: readonly T[],
  toLabel: (value: T) => string,
  found: readonly { value: T; count: number }[] | undefined,
): Choice<T>[] =>
  values.map((value) => ({
    value,
    label: toLabel(value),
    count: found?.find((each) => each.value === value)?.count,
  }));

interface ChoiceSelectProps<T extends string> {
  label: string;
  value: T | '';
  choices: readonly Choice<T>[];
  onChange: (value: T | '') => void;
}

/** One filter: none, or a value that finds diseases. A selected value stays in the list, also if it finds none. */
function ChoiceSelect<T extends string>(props: ChoiceSelectProps<T>) {
  const { label, value, choices, onChange } = props;
  const { t } = useTranslation('filters');
  const options: { value: T | ''; label: string }[] = choices
    .filter((choice) => choice.count !== undefined || choice.value === value)
    .map((choice) => ({
      value: choice.value,
      label: choice.count === undefined ? choice.label : `${choice.label} (${choice.count})`,
    }));
  return (
    <Field label={label}>
      <Select
        value={value}
        options={[{ value: '', label: t('any') }, ...options]}
        onChange={onChange}
      />
    </Field>
  );
}

/** Filters by facts of the treatments, each with the number of diseases, and the order of the list. */
export function FilterFields() {
  const { t } = useTranslation(['filters', 'registry']);
  const labels = useEnumLabels();
  const localText = useLocalText();
  const { filter, applyFilter: onApply, clearFilter } = useRegistryUrl();
  const nameSort = useNameSort(filter.search);
  const query = useDiseaseFilters(filter);
  const { data } = query;

  if (query.isError) return <ErrorState query={query} className="py-3" />;

  const added = data?.colors.filter(({ look }) => look) ?? [];
  const colors: Choice<string>[] = [
    ...toChoices<string>(protocolColorNames, labels.color, data?.colors),
    ...added.map(({ value, look, count }) => ({ value, label: labels.color(value, look), count })),
  ];
  const areas: Choice<string>[] = (data?.areas ?? []).map(({ value, valueKn, count }) => ({
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
  const languages = toChoices(languageStates, (state) => languageLabels[state], data?.languages);
  const usual = filter.search ? undefined : (nameSort ?? 'nameEn');
  const sorts = diseaseSorts.filter((name) => name !== usual);

  return (
    <div className="mt-3 grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-5">
      <ChoiceSelect
        label={t('registry:protocol.color')}
        value={filter.color}
        choices={colors}
        onChange={(color) => onApply({ color })}
      />
      <ChoiceSelect
        label={t('filters:area')}
        value={filter.area}
        choices={areas}
        onChange={(area) => onApply({ area })}
      />
      <ChoiceSelect
        label={t('filters:outcome')}
        value={filter.outcome}
        choices={toChoices(outcomes, labels.outcome, data?.outcomes)}
        onChange={(outcome) => onApply({ outcome })}
      />
      <ChoiceSelect
        label={t('filters:language')}
        value={filter.language}
        choices={languages}
        onChange={(language) => onApply({ language })}
      />
      <Field label={t('filters:sort')}>
        <Select
          value={sorts.find((name) => name === filter.sort) ?? ''}
          options={[
            { value: '', label: usual ? t(`filters:sortBy.${usual}`) : t('filters:bestMatch') },
            ...sorts.map((value) => ({ value, label: t(`filters:sortBy.${value}`) })),
          ]}
          onChange={(sort) => onApply({ sort })}
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

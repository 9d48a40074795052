import { auditKinds, filterDay, toFieldErrors } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { call, routes } from '@/lib/api';
import { useRunAction } from '@/lib/run-action';
import { type AuditFilter, isSourceHash, readFilter, writeFilter } from '../model/filter';

interface FilterFormProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

const findDayError = (day: string) => {
  const { error } = filterDay.optional().safeParse(day || undefined);
  return error && toFieldErrors(error)[0]?.code;
};

/** Chooses entries by kind, administrator, source and days. */
export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const { t } = useTranslation(['audit', 'common', 'faults']);
  const runAction = useRunAction();
  const [draft, setDraft] = useState(filter);
  const change = (part: Partial<AuditFilter>) => setDraft({ ...draft, ...part });
  const options = [
    { value: 'all', label: t('filter.allKinds') },
    ...auditKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
  ] as const;
  const isFiltered = writeFilter(filter).size > 0;
  const typed = (name: 'actor' | 'source' | 'from' | 'to') => ({
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  });
  const anyText = { autoCapitalize: 'none', autoComplete: 'off' };
  const [wasSent, setSent] = useState(false);
  const dayError = (day: string) => {
    const code = wasSent && findDayError(day);
    return code ? t(`faults:${code}`) : undefined;
  };
  /** The URL has only the hash of an address. */
  const { mutateAsync: findHash, isPending } = useMutation({
    mutationFn: async (text: string) => (await call(routes.getSourceHash, { body: { text } })).hash,
  });
  const apply = async () => {
    setSent(true);
    if (findDayError(draft.from) ?? findDayError(draft.to)) return;
    const text = draft.source.trim();
    await runAction(t('filter.sourceFailed'), async () => {
      const source = text === '' || isSourceHash(text) ? text : await findHash(text);
      onFilter({ ...draft, actor: draft.actor.trim(), source });
    });
  };
  return (
    <Form
      role="search"
      noValidate={false}
      aria-label={t('filter.label')}
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3"
      onSubmit={apply}
    >
      <Field label={t('filter.kind')}>
        <Select
          value={draft.kind ?? 'all'}
          options={options}
          onChange={(value) => change({ kind: value === 'all' ? undefined : value })}
        />
      </Field>
      <Field label={t('filter.actor')}>
        <Input {...typed('actor')} {...anyText} maxLength={100} />
      </Field>
      <Field label={t('filter.source')}>
        <Input {...typed('source')} {...anyText} maxLength={254} />
      </Field>
      <Field label={t('filter.from')} error={dayError(draft.from)}>
        <Input type="date" {...typed('from')} max={draft.to || undefined} />
      </Field>
      <Field label={t('filter.to')} error={dayError(draft.to)}>
        <Input type="date" {...typed('to')} min={draft.from || undefined} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isPending}>
          {t('filter.apply')}
        </Button>
        {isFiltered && (
          <Button onClick={() => onFilter(readFilter(new URLSearchParams()))}>
            {t('common:action.clear')}
          </Button>
        )}
      </div>
    </Form>
  );
}

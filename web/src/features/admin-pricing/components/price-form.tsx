import {
  formatMoney,
  planItemNames,
  planPriceField,
  type Pricing,
  pricingInput,
  toDecimalString,
  toMinorUnits,
} from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { call, routes } from '@/lib/api';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { parseAmount } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { pricingQuery } from '@/lib/pricing';
import { changesQuery, Step } from './price-history';

const hourlyFields = [
  { name: 'usd_hourly', currency: 'USD', label: 'usdField', help: 'usdHelp', inputMode: 'decimal' },
  { name: 'inr_hourly', currency: 'INR', label: 'inrField', help: 'inrHelp', inputMode: 'numeric' },
] as const;
const planFields = planItemNames.map(
  (item) =>
    ({
      name: planPriceField(item),
      currency: 'INR',
      label: `plan.${item}`,
      help: 'inrHelp',
      inputMode: 'numeric',
    }) as const,
);
const fields = [...hourlyFields, ...planFields];
const fieldNames = fields.map(({ name }) => name);
type PriceField = (typeof fields)[number];

const resolve = contractResolver(pricingInput);
const parse = (typed: z.input<typeof pricingInput>) =>
  Object.fromEntries(fieldNames.map((name) => [name, parseAmount(String(typed[name] ?? ''))]));

/** A price that changes: as it is sent, and in minor units. */
interface Change {
  field: PriceField;
  text: string;
  from: number;
  to: number;
}

/** Whether a price changes by more than a factor of two, which may be a slip. */
const isJump = ({ from, to }: Change): boolean => to > 2 * from || from > 2 * to;

/** Changes the prices. The draft is stored until it is saved or discarded. */
export function PriceForm({ prices }: { prices: Pricing }) {
  const { t } = useTranslation(['billing', 'common']);
  // A copy, because what is typed is compared with it.
  const form = useForm({
    resolver: (typed: z.input<typeof pricingInput>, ...rest) => resolve(parse(typed), ...rest),
    defaultValues: { ...prices },
  });
  const draft = useDraft('pricing', form, undefined, true);
  const { defaultValues: known } = form.formState;
  const client = useQueryClient();
  const stale: unknown[] = [pricingQuery.queryKey[0], changesQuery.queryKey[0], 'checkout'];
  /** Sets the prices, and reloads them on every screen that uses them. */
  const change = useMutation({
    mutationFn: (body: Partial<Pricing>) => call(routes.setPricing, { body }),
    onSuccess: (saved) => {
      client.setQueryData(pricingQuery.queryKey, saved);
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[0]) });
    },
  });
  const typed = useWatch({ control: form.control, name: fieldNames });
  const fieldError = useFieldErrors(form);

  const discard = () => {
    form.reset(prices);
    draft.clear();
  };
  const [jumps, askAbout] = useState<Change[]>([]);
  const save = async (changes: Change[]) => {
    // A price that is not sent stays, also if another administrator changes it meanwhile.
    const changed = changes.map(({ field, text }) => [field.name, text]);
    form.reset(await change.mutateAsync(Object.fromEntries(changed) as Partial<Pricing>));
    draft.clear();
    toast.success(t('pricing.saved'));
  };
  const submitWith = (isConfirmed: boolean) => async () => {
    const typed = parse(form.getValues());
    const changes = fields
      .map((field) => {
        const text = typed[field.name] ?? '';
        const [from = 0, to = 0] = [known?.[field.name] ?? '', text].map(toMinorUnits);
        return { field, text, from, to };
      })
      .filter(({ from, to }) => from !== to);
    const questions = isConfirmed ? [] : changes.filter(isJump);
    askAbout(questions);
    if (questions.length === 0) await save(changes);
  };
  const submit = useSubmit(form, t('pricing.failed'), submitWith(false));
  const submitConfirmed = useSubmit(form, t('pricing.failed'), submitWith(true));

  return (
    <Form
      aria-labelledby="change-prices"
      isRestored={draft.restored}
      onDiscard={discard}
      onSubmit={submit}
    >
      {[hourlyFields, planFields].map((group) => (
        <div key={group[0]?.name} className="grid gap-4 sm:grid-cols-2">
          {group.map(({ name, label, help, inputMode }) => (
            <Field
              key={name}
              label={t(`pricing.${label}`)}
              help={t(`pricing.${help}`)}
              required
              error={fieldError(name)}
            >
              <Input autoComplete="off" inputMode={inputMode} {...form.register(name)} />
            </Field>
          ))}
        </div>
      ))}
      <p className="text-sm text-ink-2">{t('pricing.fixed')}</p>
      <div>
        <h3 className="mb-1">{t('pricing.preview')}</h3>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {/* The prices for buyers; a dash for an invalid one. */}
          {fields.map(({ name, currency, label }, at) => {
            const isHourly = name === 'usd_hourly' || name === 'inr_hourly';
            const text = parseAmount(String(typed[at] ?? ''));
            const { data: minor } = pricingInput.shape[name].safeParse(text);
            return (
              <div key={name}>
                <dt className="sr-only">{currency}</dt>
                <dd>
                  <span className="text-xl font-semibold tabular-nums">
                    {minor ? formatMoney(toDecimalString(minor), currency) : '–'}
                  </span>{' '}
                  <span className="text-ink-2">
                    {t(isHourly ? 'pricing.perSession' : `pricing.${label}`)}
                  </span>
                </dd>
              </div>
            );
          })}
        </dl>
      </div>
      <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
        {t(change.isPending ? 'common:action.saving' : 'common:action.save')}
      </Button>
      <ConfirmDialog
        open={jumps.length > 0}
        onOpenChange={() => askAbout([])}
        question={t('pricing.jump.question')}
        consequence={t('pricing.jump.text')}
        confirm={t('pricing.jump.confirm')}
        variant="primary"
        onConfirm={() => void submitConfirmed()}
      >
        {jumps.map(({ field: { name, label, currency }, from, to }) => (
          <p key={name} className="mt-2">
            <Step label={t(`pricing.${label}`)} {...{ currency, from, to }} />
          </p>
        ))}
      </ConfirmDialog>
    </Form>
  );
}

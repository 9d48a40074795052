import { formatMoney, pricingInput, toDecimalString } from '@ctdb/contracts';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { toast } from '@/lib/toast';
import { type PriceFields, useSetPrices } from '../api/prices';

const fields = [
  { name: 'usd_hourly', currency: 'USD', label: 'usdField', help: 'usdHelp', step: '0.01' },
  { name: 'inr_hourly', currency: 'INR', label: 'inrField', help: 'inrHelp', step: '1' },
] as const;

interface PreviewProps {
  field: (typeof fields)[number];
  typed: unknown;
}

/** Preview of the price for buyers; a dash for an invalid price. */
function Preview({ field: { name, currency }, typed }: PreviewProps) {
  const { t } = useTranslation('billing');
  const { data: minor } = pricingInput.shape[name].safeParse(typed);
  return (
    <div>
      <dt className="sr-only">{currency}</dt>
      <dd>
        <span className="text-xl font-semibold tabular-nums">
          {minor ? formatMoney(toDecimalString(minor), currency) : '–'}
        </span>{' '}
        <span className="text-ink-2">{t('pricing.perSession')}</span>
      </dd>
    </div>
  );
}

/** Changes both prices. The draft is stored until it is saved or discarded. */
export function PriceForm({ prices }: { prices: PriceFields }) {
  const { t } = useTranslation(['billing', 'common']);
  const form = useForm({ resolver: contractResolver(pricingInput), defaultValues: prices });
  const draft = useDraft('pricing', form);
  const change = useSetPrices();
  const typed = useWatch({ control: form.control, name: ['usd_hourly', 'inr_hourly'] });
  const fieldError = useFieldErrors(form);

  const discard = () => {
    form.reset(prices);
    draft.clear();
  };
  const submit = useSubmit(form, t('pricing.failed'), async () => {
    const { usd_hourly, inr_hourly } = form.getValues();
    const body = { usd_hourly: String(usd_hourly), inr_hourly: String(inr_hourly) };
    form.reset(await change.mutateAsync(body));
    draft.clear();
    toast.success(t('pricing.saved'));
  });

  return (
    <form
      noValidate
      aria-labelledby="change-prices"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      {draft.restored && (
        <Notice role="status">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {t('common:state.draftKept')}
            <Button size="small" onClick={discard}>
              {t('pricing.discard')}
            </Button>
          </div>
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label, help, step }) => (
          <Field
            key={name}
            label={t(`pricing.${label}`)}
            help={t(`pricing.${help}`)}
            required
            error={fieldError(name)}
          >
            <Input
              type="number"
              min="0"
              step={step}
              inputMode={step === '1' ? 'numeric' : 'decimal'}
              {...form.register(name)}
            />
          </Field>
        ))}
      </div>
      <div>
        <h3 className="mb-1">{t('pricing.preview')}</h3>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {fields.map((field, at) => (
            <Preview key={field.name} field={field} typed={typed[at]} />
          ))}
        </dl>
      </div>
      <Button type="submit" variant="primary" pending={change.isPending} className="self-start">
        {t(change.isPending ? 'common:action.saving' : 'common:action.save')}
      </Button>
    </form>
  );
}

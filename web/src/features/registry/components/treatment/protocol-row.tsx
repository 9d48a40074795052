import { protocolColorNames } from '@ctdb/contracts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Shade } from '@/components/color-swatch';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { useEnumLabels } from '@/i18n/enum-labels';
import type { AddedColor } from '@/lib/colors';
import { useFieldErrors } from '@/lib/form';
import type { ProtocolValues } from '@/features/registry/model/protocol-values';
import { KannadaFields } from '../forms/kannada-fields';

interface ProtocolRowProps {
  form: UseFormReturn<ProtocolValues>;
  at: number;
  last: boolean;
  /** The colors to choose from beside the built-in ones. */
  added: readonly AddedColor[];
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** The fields of one protocol, and its place in the list. */
export function ProtocolRow({ form, at, last, added, onMove, onRemove }: ProtocolRowProps) {
  const { t } = useTranslation(['registry', 'forms', 'common']);
  const labels = useEnumLabels();
  const color = form.watch(`protocols.${at}.color`);
  const fieldError = useFieldErrors(form);
  const name = t('forms:protocol.numbered', { number: at + 1 });

  const texts = [
    { field: 'applicationArea', label: t('registry:protocol.area') },
    { field: 'duration', label: t('registry:protocol.duration') },
    { field: 'frequency', label: t('registry:protocol.frequency') },
  ] as const;

  return (
    <fieldset className="rounded-lg border border-line p-4">
      <legend className="flex items-center gap-2 px-1 text-sm font-semibold text-ink-3">
        <Shade color={color} colorLook={added.find(({ id }) => id === color)} className="size-4" />
        {name}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('registry:protocol.color')} error={fieldError(`protocols.${at}.color`)}>
          <Controller
            control={form.control}
            name={`protocols.${at}.color`}
            render={({ field }) => (
              <Select
                {...field}
                options={[
                  ...protocolColorNames.map((value) => ({ value, label: labels.color(value) })),
                  ...added.map((one) => ({ value: one.id, label: labels.color(one.id, one) })),
                ]}
              />
            )}
          />
        </Field>
        {texts.map(({ field, label }) => (
          <Field key={field} label={label} required error={fieldError(`protocols.${at}.${field}`)}>
            <Input {...form.register(`protocols.${at}.${field}`)} />
          </Field>
        ))}
      </div>
      <div className="mt-3">
        <KannadaFields
          form={form}
          fields={texts.map(({ field, label }) => ({
            name: `protocols.${at}.${field}Kn` as const,
            label,
          }))}
        />
      </div>
      <div className="mt-3 flex justify-end gap-1">
        <Button
          variant="quiet"
          size="icon-small"
          disabled={at === 0}
          aria-label={t('forms:protocol.up', { name })}
          onClick={() => onMove(at - 1)}
        >
          <ArrowUp aria-hidden />
        </Button>
        <Button
          variant="quiet"
          size="icon-small"
          disabled={last}
          aria-label={t('forms:protocol.down', { name })}
          onClick={() => onMove(at + 1)}
        >
          <ArrowDown aria-hidden />
        </Button>
        <Button
          variant="quiet"
          size="icon-small"
          aria-label={t('forms:protocol.remove', { name })}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
    </fieldset>
  );
}

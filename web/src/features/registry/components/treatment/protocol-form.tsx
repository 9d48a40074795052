import {
  MAX_PROTOCOLS,
  objectId,
  protocolColorNames,
  protocolFieldNames,
  protocolInput,
  treatmentDetail,
  type Protocol,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from 'lucide-react';
import { useFieldArray, type UseFieldArrayReturn, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Shade } from '@/components/color-swatch';
import { SelectField, TextField } from '@/components/form-fields';
import { Button, type ButtonProps } from '@/components/ui/button';
import { useEnumLabels } from '@/i18n/enum-labels';
import { routes } from '@/lib/api';
import { type AddedColor, useColors } from '@/lib/colors';
import { useKeptFocus } from '@/lib/focus';
import { type Language, useLanguage } from '@/lib/language';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { KannadaFields } from '../forms/kannada-fields';
import { RecordForm, useRecordForm } from '@/components/record-form';

/** The protocols as a form holds them: `id` belongs to the form library, so ours has another name. */
export const protocolValues = z.strictObject({
  protocols: z
    .array(protocolInput.omit({ id: true }).extend({ protocolId: objectId.optional() }))
    .max(MAX_PROTOCOLS),
});
type ProtocolValues = z.input<typeof protocolValues>;
type Row = ProtocolValues['protocols'][number];

const toRow = (toText: (name: (typeof protocolFieldNames)[number]) => string) =>
  Object.fromEntries(protocolFieldNames.map((name) => [name, toText(name)])) as Row;

const newProtocol = (): Row => toRow((name) => (name === 'color' ? protocolColorNames[0] : ''));

const toFormValues = ({ protocols }: Pick<TreatmentDetail, 'protocols'>): ProtocolValues => ({
  protocols: protocols.map((saved) => ({ ...toRow((name) => saved[name]), protocolId: saved.id })),
});

/** Makes the request's body. A protocol that stays keeps its id. */
export const toProtocolBody = ({ protocols }: ProtocolValues) =>
  protocols.map(({ protocolId, ...rest }) => ({ ...rest, ...(protocolId && { id: protocolId }) }));

interface ProtocolRowProps {
  at: number;
  rows: UseFieldArrayReturn<ProtocolValues, 'protocols'>;
  /** The colors to choose from beside the built-in ones. */
  added: readonly AddedColor[];
}

/** The fields of one protocol, and its place in the list. */
function ProtocolRow({ at, rows, added }: ProtocolRowProps) {
  const { t } = useTranslation(['registry', 'forms']);
  const labels = useEnumLabels();
  const form = useFormContext<ProtocolValues>();
  const color = form.watch(`protocols.${at}.color`);
  const name = t('forms:protocol.numbered', { number: at + 1 });
  const isLast = at === rows.fields.length - 1;

  const texts = [
    { field: 'applicationArea', label: t('registry:protocol.area') },
    { field: 'duration', label: t('registry:protocol.duration') },
    { field: 'frequency', label: t('registry:protocol.frequency') },
  ] as const;

  const action = (does: 'up' | 'down' | 'remove', Icon: LucideIcon, given: ButtonProps) => (
    <Button
      variant="quiet"
      size="icon-small"
      {...given}
      aria-label={t(`forms:protocol.${does}`, { name })}
    >
      <Icon aria-hidden />
    </Button>
  );
  return (
    <fieldset className="rounded-lg border border-line p-4">
      <legend className="flex items-center gap-2 px-1 text-sm font-semibold text-ink-3">
        <Shade color={color} colorLook={added.find(({ id }) => id === color)} className="size-4" />
        {name}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name={`protocols.${at}.color`}
          label={t('registry:protocol.color')}
          options={[
            ...protocolColorNames.map((value) => ({ value, label: labels.color(value) })),
            ...added.map((one) => ({ value: one.id, label: labels.color(one.id, one) })),
          ]}
        />
        {texts.map(({ field, label }) => (
          <TextField key={field} {...{ form, label }} name={`protocols.${at}.${field}`} required />
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
        {action('up', ArrowUp, { onClick: () => rows.move(at, at - 1), disabled: at === 0 })}
        {action('down', ArrowDown, { onClick: () => rows.move(at, at + 1), disabled: isLast })}
        {action('remove', X, { onClick: () => rows.remove(at) })}
      </div>
    </fieldset>
  );
}

/** The added colors; those of the treatment even where the list of all is not loaded. */
const useAddedColors = (protocols: readonly Protocol[]): readonly AddedColor[] => {
  const all = useColors().data ?? [];
  const used = protocols.flatMap(({ color, colorLook }) =>
    colorLook ? { id: color, ...colorLook } : [],
  );
  return [...new Map([...used, ...all].map((color) => [color.id, color])).values()];
};

interface ProtocolRowsProps {
  /** Those that are saved. */
  protocols?: readonly Protocol[];
  /** Is shown in place of no row. */
  empty?: string;
}

/** The protocols of a form that gives itself as context. */
export function ProtocolRows({ protocols = [], empty }: ProtocolRowsProps) {
  const { t } = useTranslation('forms');
  const { control } = useFormContext<ProtocolValues>();
  const added = useAddedColors(protocols);
  const rows = useFieldArray({ control, name: 'protocols' });
  const order = rows.fields.map((row) => row.id).join();
  const kept = useKeptFocus<HTMLDivElement>(order, 'fieldset');
  return (
    <div {...kept} className="flex flex-col gap-6">
      {rows.fields.length === 0 && empty !== undefined && <p className="text-ink-2">{empty}</p>}
      {rows.fields.map((row, at) => (
        <ProtocolRow key={row.id} {...{ at, rows, added }} />
      ))}
      <Button
        className="self-start"
        disabled={rows.fields.length >= MAX_PROTOCOLS}
        onClick={() =>
          rows.append(newProtocol(), {
            focusName: `protocols.${rows.fields.length}.applicationArea`,
          })
        }
      >
        <Plus aria-hidden />
        {t('protocol.add')}
      </Button>
    </div>
  );
}

const textNames = ['applicationArea', 'duration', 'frequency'] as const;
const savedProtocols = treatmentDetail.pick({ protocols: true });

interface ProtocolFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** Adds, changes, orders and removes protocols; all are saved together. */
export function ProtocolForm({ treatment, onClose }: ProtocolFormProps) {
  const { t } = useTranslation(['registry', 'forms']);
  const language = useLanguage();
  const labels = useEnumLabels();
  const { id, version, protocols } = treatment;
  const added = useAddedColors(protocols);
  const replace = useTreatmentMutation(routes.replaceProtocols);
  const record = useRecordForm({
    schema: protocolValues,
    values: protocols.length > 0 ? toFormValues(treatment) : { protocols: [newProtocol()] },
    draft: `protocols:${id}`,
    version,
    failed: t('forms:protocol.failed'),
    record: savedProtocols,
    toValues: toFormValues,
    onClose,
    save: async (typed, ifMatch) => {
      await replace.mutateAsync({ params: { id }, body: toProtocolBody(typed), ifMatch });
      toast.success(t('forms:protocol.saved'));
    },
  });
  /** The texts in one language; with the colors in the reader's. */
  const toText = (saved: Row[], lang: Language) => {
    const lines = saved.map((row) => {
      const look = added.find((color) => color.id === row.color);
      const color = lang === language ? labels.color(row.color, look) : '';
      const texts = textNames.map((name) => row[lang === 'en' ? name : (`${name}Kn` as const)]);
      return [color, ...texts].filter(Boolean).join(' · ');
    });
    const isEmpty = lang === language && lines.length === 0;
    return { lang, lines: isEmpty ? [t('registry:protocol.none')] : lines };
  };

  return (
    <RecordForm
      of={record}
      toTexts={(saved) => [toText(saved.protocols, 'en'), toText(saved.protocols, 'kn')]}
    >
      <ProtocolRows protocols={protocols} empty={t('forms:protocol.emptyForm')} />
    </RecordForm>
  );
}

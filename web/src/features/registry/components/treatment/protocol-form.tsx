import { MAX_PROTOCOLS, treatmentDetail, type TreatmentDetail } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import { useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { Button } from '@/components/ui/button';
import { FormActions } from '@/components/ui/form-actions';
import { useEnumLabels } from '@/i18n/enum-labels';
import { type Language, useLanguage } from '@/lib/language';
import { type AddedColor, useColors } from '@/lib/colors';
import { useDraft } from '@/lib/drafts';
import { contractResolver } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { useReplaceProtocols } from '@/features/registry/api/change-treatment';
import {
  newProtocol,
  protocolValues,
  toBody,
  toFormValues,
} from '@/features/registry/model/protocol-values';
import { ProtocolRow } from './protocol-row';

const savedProtocols = treatmentDetail.pick({ protocols: true });

/** The added colors; those of the treatment even where the list of all is not loaded. */
const useAddedColors = ({ protocols }: TreatmentDetail): readonly AddedColor[] => {
  const all = useColors().data ?? [];
  const used = protocols.flatMap(({ color, colorLook }) =>
    colorLook ? { id: color, ...colorLook } : [],
  );
  return [...new Map([...used, ...all].map((color) => [color.id, color])).values()];
};

interface ProtocolFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** Adds, changes, orders and removes protocols; all are saved together. */
export function ProtocolForm({ treatment, onClose }: ProtocolFormProps) {
  const { t } = useTranslation(['registry', 'forms', 'common']);
  const language = useLanguage();
  const labels = useEnumLabels();
  const added = useAddedColors(treatment);
  const values = toFormValues(treatment);
  const form = useForm({
    resolver: contractResolver(protocolValues),
    defaultValues: values.protocols.length ? values : { protocols: [newProtocol()] },
  });
  const rows = useFieldArray({ control: form.control, name: 'protocols' });
  const draft = useDraft(`protocols:${treatment.id}`, form, treatment.version);
  const replace = useReplaceProtocols(treatment.diseaseId);

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('forms:protocol.failed'),
    toValues: (saved) => {
      const { data } = savedProtocols.safeParse(saved);
      return data && toFormValues(data);
    },
    save: async (typed, ifMatch) => {
      await replace.mutateAsync({ params: { id: treatment.id }, body: toBody(typed), ifMatch });
      toast.success(t('forms:protocol.saved'));
      close();
    },
  });
  /** Returns the texts that another person saved in one language; with the colors in the reader's. */
  const savedText = (lang: Language) => {
    const lines = conflict?.values.protocols.map((row) => {
      const look = added.find(({ id }) => id === row.color);
      const color = lang === language ? labels.color(row.color, look) : '';
      const texts =
        lang === 'en'
          ? [color, row.applicationArea, row.duration, row.frequency]
          : [color, row.applicationAreaKn, row.durationKn, row.frequencyKn];
      return texts.filter(Boolean).join(' · ');
    });
    if (lang === language && lines?.length === 0) lines.push(t('registry:protocol.none'));
    return { lang, text: lines?.filter(Boolean).join('\n') ?? '' };
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {conflict && (
        <ConflictNotice {...conflict} serverValues={[savedText('en'), savedText('kn')]} />
      )}
      {rows.fields.length === 0 && <p className="text-ink-2">{t('forms:protocol.emptyForm')}</p>}
      {rows.fields.map((row, at) => (
        <ProtocolRow
          key={row.id}
          form={form}
          at={at}
          last={at === rows.fields.length - 1}
          added={added}
          onMove={(to) => rows.move(at, to)}
          onRemove={() => rows.remove(at)}
        />
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
        {t('forms:protocol.add')}
      </Button>
      <FormActions isSaving={replace.isPending} onCancel={close} />
    </form>
  );
}

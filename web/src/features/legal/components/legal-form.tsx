import { legalPage, type LegalPage, legalPageInput } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/form-fields';
import { RecordForm, useRecordForm } from '@/components/record-form';
import { Button, LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/lib/toast';
import { routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { LegalText } from './legal-text';

const texts = [
  { name: 'textEn', language: 'en' },
  { name: 'textKn', language: 'kn' },
] as const;

const toValues = ({ textEn, textKn, isDraft }: LegalPage) => ({ textEn, textKn, isDraft });

interface LegalFormProps {
  page: LegalPage;
  /** Is called when the text is saved or discarded. */
  onClose: () => void;
}

/** Edits the text of a public page, both languages side by side. */
export function LegalForm({ page, onClose }: LegalFormProps) {
  const { t } = useTranslation(['legal', 'common']);
  const client = useQueryClient();
  const change = useApiMutation(routes.setLegalPage, () =>
    client.invalidateQueries({ queryKey: ['legal', page.id] }),
  );
  const of = useRecordForm({
    schema: legalPageInput,
    values: toValues(page),
    draft: `legal:${page.id}`,
    version: page.version,
    failed: t('edit.failed'),
    record: legalPage,
    toValues,
    save: async (body, ifMatch) => {
      await change.mutateAsync({ params: { page: page.id }, body, ifMatch });
      toast.success(t('edit.saved'));
    },
    onClose,
  });
  const { form } = of;
  const typed = useWatch({ control: form.control });
  const [isPreview, setPreview] = useState(false);
  // A field with an error must be there.
  if (isPreview && Object.keys(form.formState.errors).length > 0) setPreview(false);

  return (
    <RecordForm
      of={of}
      tellsDraft
      cancel={t('edit.discard')}
      toTexts={(saved) =>
        texts.map(({ name, language }) => ({ lang: language, lines: [saved[name]] }))
      }
    >
      {page.isDraft && (
        <Notice tone="caution">{t(page.changedAt ? 'edit.draft' : 'edit.firstVersion')}</Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        {texts.map(({ name, language }) =>
          isPreview ? (
            <section key={name} aria-label={t(`edit.${name}`)} className="min-w-0">
              <LegalText text={typed[name] ?? ''} language={language} />
            </section>
          ) : (
            <TextField
              key={name}
              form={form}
              name={name}
              label={t(`edit.${name}`)}
              help={t('edit.help')}
              required
              lang={language}
              rows={18}
            />
          ),
        )}
      </div>
      <Controller
        control={form.control}
        name="isDraft"
        render={({ field: { value, onChange, ...field } }) => (
          <label className="flex min-h-(--control) items-center gap-3">
            <input
              {...field}
              type="checkbox"
              checked={!value}
              onChange={(event) => onChange(!event.target.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            {t('edit.checked')}
          </label>
        )}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {t('edit.preview')}
        </Button>
        <LinkButton to={`/${page.id}`} variant="link">
          {t('edit.open')}
        </LinkButton>
      </div>
    </RecordForm>
  );
}

import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { Section } from '@/components/ui/section';
import { routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';

const downloads = {
  csv: () => download(routes.exportDiseases, { query: { format: 'csv' } }),
  json: () => download(routes.exportDiseases, { query: { format: 'json' } }),
  notes: () => download(routes.exportNotes),
  history: () => download(routes.exportHistory),
  template: () => download(routes.getImportTemplate),
};

/** Saves one export as a file. */
export function ExportButton({ kind }: { kind: keyof typeof downloads }) {
  const { t } = useTranslation('transfer');
  return (
    <ActionButton failed={t('export.failed')} run={async () => saveFile(await downloads[kind]())}>
      <Download aria-hidden />
      {t(`export.action.${kind}`)}
    </ActionButton>
  );
}

const offers = [
  ['diseases', ['csv', 'json']],
  ['notes', ['notes']],
  ['history', ['history']],
] as const;

/** Lists the exports, each with a text and its buttons. */
export function ExportSection() {
  const { t } = useTranslation('transfer');
  return (
    <Section id="export-title" title={t('export.title')} className="flex flex-col gap-6">
      {offers.map(([name, kinds]) => (
        <div key={name} className="flex flex-col gap-3">
          <div>
            <h3 className="text-lg">{t(`export.${name}.title`)}</h3>
            <p className="max-w-prose text-ink-2">{t(`export.${name}.text`)}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {kinds.map((kind) => (
              <ExportButton key={kind} kind={kind} />
            ))}
          </div>
        </div>
      ))}
    </Section>
  );
}

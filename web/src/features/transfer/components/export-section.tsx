import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Section } from '@/components/ui/section';
import { useRunAction } from '@/lib/run-action';
import { type ExportKind, useExport } from '../api/exports';

/** Saves one export as a file. */
export function ExportButton({ kind }: { kind: ExportKind }) {
  const { t } = useTranslation('transfer');
  const runAction = useRunAction();
  const { mutateAsync, isPending } = useExport();
  return (
    <Button
      pending={isPending}
      onClick={() => void runAction(t('export.failed'), () => mutateAsync(kind))}
    >
      <Download aria-hidden />
      {t(`export.action.${kind}`)}
    </Button>
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

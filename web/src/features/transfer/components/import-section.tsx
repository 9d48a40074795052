import {
  categories,
  formatFileSize,
  type ImportFormat,
  importMediaTypes,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  MAX_WORKBOOK_BYTES,
} from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { FileButton } from '@/components/ui/file-button';
import { Progress } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { Unfold } from '@/components/unfold';
import { routes } from '@/lib/api';
import { uploadFile } from '@/lib/api/upload';
import { useErrorMessages } from '@/lib/error-messages';
import { formatInteger } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { storeImport } from '../api/imports';
import { ExportButton } from './export-section';

const columns = [
  ['id', 'id', ''],
  ['name', 'nameEn, nameKn', ''],
  ['category', 'category', categories.join(', ')],
  ['codes', 'codes', 'ICD-10 J45.9; ICD-11 CA23'],
  ['description', 'descriptionEn, descriptionKn', ''],
  ['translated', 'machineTranslatedBy', ''],
  ['color', 'color', ''],
  ['other', '', ''],
] as const;

/** Explains the columns whose names do not speak for themselves. */
function ColumnHelp() {
  const { t } = useTranslation('transfer');
  return (
    <Unfold title={t('columns.title')} className="max-w-prose">
      <dl className="mt-2 flex flex-col gap-2">
        {columns.map(([column, names, examples]) => (
          <div key={column}>
            <dt className="font-semibold">
              {names ? <code lang="en">{names}</code> : t('columns.other.name')}
            </dt>
            <dd className="text-ink-2">
              {t(`columns.${column}.text`)}
              {examples && <span lang="en"> {examples}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Unfold>
  );
}

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,text/csv';

const formatOf = ({ name }: File): ImportFormat => {
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  return /\.(jsonl?|ndjson)$/i.test(name) ? 'json' : 'csv';
};

/** Takes the file of a new import, which is then checked, one at a time; `onImport` gets its id. */
export function ImportSection({ onImport }: { onImport: (id: string) => void }) {
  const { t } = useTranslation(['transfer', 'common']);
  const { errorText, codeText } = useErrorMessages();
  const client = useQueryClient();
  /** The part of the file that has been sent; undefined: none is being sent. */
  const [sent, setSent] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const take = async (file: File) => {
    const fail = (description: string) => toast.error(t('import.uploadFailed'), { description });
    const format = formatOf(file);
    if (file.size > (format === 'xlsx' ? MAX_WORKBOOK_BYTES : MAX_IMPORT_BYTES))
      return fail(codeText('PAYLOAD_TOO_LARGE'));
    const controller = new AbortController();
    running.current = controller;
    setSent(0);
    try {
      const detail = await uploadFile(routes.startImport, {
        file,
        contentType: importMediaTypes[format],
        query: { dryRun: 'true', name: file.name.slice(0, 200) },
        signal: controller.signal,
        onSent: (bytes, total) => setSent(total === 0 ? 0 : bytes / total),
      });
      storeImport(client, detail);
      onImport(detail.id);
    } catch (error) {
      if (!controller.signal.aborted) fail(errorText(error));
    } finally {
      setSent(undefined);
    }
  };
  return (
    <Section id="import-title" title={t('import.title')} className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-2">
        {t('import.text', {
          size: formatFileSize(MAX_IMPORT_BYTES),
          workbook: formatFileSize(MAX_WORKBOOK_BYTES),
          rows: formatInteger(MAX_IMPORT_ROWS),
        })}
      </p>
      <ColumnHelp />
      {sent !== undefined ? (
        <div className="flex max-w-md flex-col gap-2">
          <p role="status">{t('import.sending', { percent: Math.floor(sent * 100) })}</p>
          <Progress label={t('import.sendingLabel')} value={sent} max={1} />
          <Button className="self-start" onClick={() => running.current?.abort()}>
            {t('common:action.cancel')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <FileButton
            variant="primary"
            control={{ accept: ACCEPTED, 'data-testid': 'import-file' }}
            onFiles={([file]) => file && void take(file)}
          >
            <FileUp aria-hidden />
            {t('import.choose')}
          </FileButton>
          <ExportButton kind="template" />
        </div>
      )}
    </Section>
  );
}

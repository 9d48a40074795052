import type { Protocol, TreatmentDetail } from '@ctdb/contracts';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ColorSwatch } from '@/components/color-swatch';
import { Button } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { LocalText } from '@/components/ui/prose';
import { useEditing } from '@/features/registry/model/use-editing';
import { type Language, useLanguage } from '@/lib/language';

const ProtocolForm = lazyPart(() => import('./protocol-form').then((file) => file.ProtocolForm));

interface ProtocolTableProps {
  protocols: readonly Protocol[];
  /** The reader's, if absent. */
  language?: Language;
  /** Colors are large. */
  isLarge?: boolean;
}

/** Color, area, duration and frequency of each protocol. */
export function ProtocolTable({ protocols, language, isLarge }: ProtocolTableProps) {
  const readersLanguage = useLanguage();
  const lng = language ?? readersLanguage;
  const { t } = useTranslation('registry', { lng });
  const fields = [
    ['applicationArea', t('protocol.area')],
    ['duration', t('protocol.duration')],
    ['frequency', t('protocol.frequency')],
  ] as const;
  return (
    <table className="w-full text-start max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-sm text-ink-3">
          {[t('protocol.color'), ...fields.map(([, label]) => label)].map((label) => (
            <th key={label} scope="col" className="min-w-24 py-2 pe-4 text-start font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {protocols.map((protocol) => (
          <tr
            key={protocol.id}
            className="break-inside-avoid border-b border-line align-top last:border-b-0 max-sm:flex max-sm:flex-col max-sm:gap-1 max-sm:py-3"
          >
            <td className="py-2 pe-4 max-sm:p-0">
              <ColorSwatch
                language={lng}
                {...protocol}
                isLarge={isLarge}
                className="font-semibold"
              />
            </td>
            {fields.map(([field, label]) => (
              <td
                key={field}
                data-label={label}
                className="py-2 pe-4 last:pe-0 max-sm:grid max-sm:grid-cols-[7.5rem_1fr] max-sm:gap-3 max-sm:p-0 max-sm:before:text-sm max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)]"
              >
                <LocalText language={lng} text={protocol[field]} textKn={protocol[`${field}Kn`]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface EditButtonProps {
  /** Names what is edited. */
  label: string;
  editing: ReturnType<typeof useEditing>;
}

/** Opens a form in place. */
export function EditButton({ label, editing: { isOpen, wasOpen, open } }: EditButtonProps) {
  const { t } = useTranslation();
  if (isOpen) return null;
  return (
    <Button variant="quiet" size="small" aria-label={label} autoFocus={wasOpen} onClick={open}>
      <Pencil aria-hidden />
      {t('action.edit')}
    </Button>
  );
}

interface ProtocolSectionProps {
  treatment: TreatmentDetail;
  canEdit: boolean;
}

/** The color protocols, and their editor for administrators. */
export function ProtocolSection({ treatment, canEdit }: ProtocolSectionProps) {
  const { t } = useTranslation('registry');
  const editing = useEditing(`protocols:${treatment.id}`, canEdit);
  const { isOpen, close } = editing;
  return (
    <section aria-labelledby="protocols-title">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 id="protocols-title" className="text-lg">
          {t('protocol.title')}
        </h3>
        {canEdit && <EditButton label={t('protocol.edit')} editing={editing} />}
      </div>
      {isOpen && <ProtocolForm treatment={treatment} onClose={close} />}
      {!isOpen && treatment.protocols.length === 0 && (
        <p className="text-ink-2">{t('protocol.none')}</p>
      )}
      {!isOpen && treatment.protocols.length > 0 && (
        <ProtocolTable protocols={treatment.protocols} isLarge />
      )}
    </section>
  );
}

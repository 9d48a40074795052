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
}

/** Color, area, duration and frequency of each protocol. */
export function ProtocolTable({ protocols, language }: ProtocolTableProps) {
  const readersLanguage = useLanguage();
  const lng = language ?? readersLanguage;
  const { t } = useTranslation('registry', { lng });
  const columns = [
    t('protocol.color'),
    t('protocol.area'),
    t('protocol.duration'),
    t('protocol.frequency'),
  ];
  return (
    <table className="w-full text-start max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-sm text-ink-3">
          {columns.map((column) => (
            <th key={column} scope="col" className="min-w-24 py-2 pe-4 text-start font-semibold">
              {column}
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
              <ColorSwatch language={lng} {...protocol} className="font-semibold" />
            </td>
            <td className="py-2 pe-4 max-sm:p-0">
              <LocalText
                language={lng}
                text={protocol.applicationArea}
                textKn={protocol.applicationAreaKn}
              />
            </td>
            <td className="py-2 pe-4 max-sm:p-0">
              <LocalText language={lng} text={protocol.duration} textKn={protocol.durationKn} />
            </td>
            <td className="py-2 max-sm:p-0">
              <LocalText language={lng} text={protocol.frequency} textKn={protocol.frequencyKn} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ProtocolSectionProps {
  treatment: TreatmentDetail;
  canEdit: boolean;
}

/** The color protocols, and their editor for administrators. */
export function ProtocolSection({ treatment, canEdit }: ProtocolSectionProps) {
  const { t } = useTranslation(['registry', 'common']);
  const { isOpen, wasOpen, open, close } = useEditing(`protocols:${treatment.id}`, canEdit);
  return (
    <section aria-labelledby="protocols-title">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 id="protocols-title" className="text-lg">
          {t('registry:protocol.title')}
        </h3>
        {canEdit && !isOpen && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('registry:protocol.edit')}
            autoFocus={wasOpen}
            onClick={open}
          >
            <Pencil aria-hidden />
            {t('common:action.edit')}
          </Button>
        )}
      </div>
      {isOpen && <ProtocolForm treatment={treatment} onClose={close} />}
      {!isOpen && treatment.protocols.length === 0 && (
        <p className="text-ink-2">{t('registry:protocol.none')}</p>
      )}
      {!isOpen && treatment.protocols.length > 0 && (
        <ProtocolTable protocols={treatment.protocols} />
      )}
    </section>
  );
}

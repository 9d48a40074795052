import type { Protocol } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ColorSwatch } from '@/components/color-swatch';
import { LocalText } from '@/components/ui/prose';
import { type Language, useLanguage } from '@/lib/language';

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

import type { TreatmentDetail } from '@ctdb/contracts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { useHasDraft } from '@/lib/draft-key';
import { ProtocolTable } from './protocol-table';

const ProtocolForm = lazyPart(() => import('./protocol-form').then((file) => file.ProtocolForm));

interface ProtocolSectionProps {
  treatment: TreatmentDetail;
  canEdit: boolean;
}

/** The color protocols, and their editor for administrators. */
export function ProtocolSection({ treatment, canEdit }: ProtocolSectionProps) {
  const { t } = useTranslation(['registry', 'common']);
  const isBegun = useHasDraft(`protocols:${treatment.id}`);
  const [editing, edit] = useState(canEdit && isBegun);
  return (
    <section aria-labelledby="protocols-title">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 id="protocols-title" className="text-lg">
          {t('registry:protocol.title')}
        </h3>
        {canEdit && !editing && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('registry:protocol.edit')}
            onClick={() => edit(true)}
          >
            <Pencil aria-hidden />
            {t('common:action.edit')}
          </Button>
        )}
      </div>
      {editing && <ProtocolForm treatment={treatment} onClose={() => edit(false)} />}
      {!editing && treatment.protocols.length === 0 && (
        <p className="text-ink-2">{t('registry:protocol.none')}</p>
      )}
      {!editing && treatment.protocols.length > 0 && (
        <ProtocolTable protocols={treatment.protocols} />
      )}
    </section>
  );
}

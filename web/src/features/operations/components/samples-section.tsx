import type { SamplesState } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { LocalText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { call, currentQuery, routes } from '@/lib/api';
import { formatInteger } from '@/lib/numbers';
import { useAction, useReloadAfter } from '@/lib/run-action';
import { toast } from '@/lib/toast';

/** Counts the remaining sample data. */
const samplesQuery = currentQuery(['samples', 'state'], routes.getSamplesState);

/** Moves the samples to the trash and back; each result is shown as a toast. */
function Samples({ state }: { state: SamplesState }) {
  const { t } = useTranslation(['operations', 'common']);
  // All that may contain samples, also after a failure in between.
  const reloadAfter = useReloadAfter({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
  const countsText = (moved: { diseases: number; entries: number }) =>
    t('samples.counts', {
      diseases: formatInteger(moved.diseases),
      entries: formatInteger(moved.entries),
    });

  const restoration = useAction(t('samples.restoreFailed'), async () => {
    const restored = await reloadAfter(call(routes.restoreSamples));
    toast.success(t('samples.restored'), { description: countsText(restored) });
  });
  const removal = useAction(t('samples.removeFailed'), async () => {
    const removed = await reloadAfter(call(routes.removeSamples));
    const kept = removed.kept > 0 && t('samples.kept', { kept: formatInteger(removed.kept) });
    toast.success(t('samples.removed'), {
      description: [countsText(removed), kept].filter(Boolean).join('. '),
      action: { label: t('common:action.undo'), run: restoration.mutate },
    });
  });
  const id = useId();
  const { diseases, entries, inTrash, edited } = state;
  const hasSamples = diseases + entries > 0;
  return (
    <>
      {hasSamples || inTrash > 0 ? (
        <Facts
          rows={[
            [t('samples.diseases'), formatInteger(diseases)],
            [t('samples.entries'), formatInteger(entries)],
            [t('samples.inTrash'), formatInteger(inTrash)],
          ]}
        />
      ) : (
        <p className="text-ink-2">{t('samples.none')}</p>
      )}
      {edited.length > 0 && (
        <div>
          <h3 id={id} className="text-sm font-normal text-ink-2">
            {t('samples.edited')}
          </h3>
          <ul aria-labelledby={id} className="flex flex-wrap gap-x-4 gap-y-1">
            {edited.map(({ diseaseId, nameEn, nameKn }) => (
              <li key={diseaseId}>
                <Link to={`/app?disease=${diseaseId}`} className="text-accent underline">
                  <LocalText text={nameEn} textKn={nameKn} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {hasSamples && (
          <Button size="small" pending={removal.isPending} onClick={() => removal.mutate()}>
            {t('samples.remove')}
          </Button>
        )}
        {inTrash > 0 && (
          <Button size="small" pending={restoration.isPending} onClick={() => restoration.mutate()}>
            {t('samples.restore')}
          </Button>
        )}
      </div>
      {/* Nothing is asked: it can be undone. */}
      {hasSamples && <p className="text-sm text-ink-3">{t('samples.consequence')}</p>}
    </>
  );
}

/** Counts the remaining sample data, with buttons to remove and restore it. */
export function SamplesSection() {
  const { t } = useTranslation('operations');
  return (
    <Section
      id="samples"
      title={t('samples.title')}
      headingClass="text-lg"
      className="flex flex-col gap-3"
    >
      <Loaded query={useQuery(samplesQuery)} failed={t('samples.failed')} height="h-24">
        {(state) => <Samples state={state} />}
      </Loaded>
    </Section>
  );
}

import { Ellipsis, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Dialog } from '@/components/ui/dialog';
import { cn } from '@/lib/cn';
import { useNewEntry } from '@/lib/header-action';
import { isAtSection, useNavigation } from '@/lib/navigation';
import { usePageDialog } from '@/lib/page-dialog';
import { useReader } from '@/lib/session';
import { SectionList, sectionIcons, useSectionCounts } from './rail';

const itemStyle = (isHere: boolean): string =>
  cn(
    'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-sm leading-heading',
    'focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0',
    isHere ? 'font-semibold text-accent forced-colors:underline' : 'text-ink-2',
  );

/** The places that a reader on a phone needs most, and a list of all. */
export default function BottomBar() {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const { can } = useReader();
  const newEntry = useNewEntry();
  const counts = useSectionCounts();
  const [isOpen, open] = usePageDialog();
  const places = useNavigation()
    .flatMap(({ sections }) => sections)
    .filter(({ name }) => name === 'diseases' || name === 'patients');
  const isElsewhere = !places.some((place) => isAtSection(place, pathname));
  const waiting = (counts.orders ?? 0) + (counts.status ?? 0);
  return (
    <>
      <nav
        aria-label={t('common:header.pages')}
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      >
        <ul className="mx-auto grid max-w-3xl auto-cols-fr grid-flow-col">
          {places.map((place) => {
            const SectionIcon = sectionIcons[place.name];
            const isHere = isAtSection(place, pathname);
            return (
              <li key={place.name}>
                <Link
                  to={place.path}
                  aria-current={isHere ? 'page' : undefined}
                  className={itemStyle(isHere)}
                >
                  <SectionIcon aria-hidden />
                  <span>{t(`name.${place.name}`)}</span>
                </Link>
              </li>
            );
          })}
          {can('edit') && (
            <li>
              <button
                type="button"
                aria-label={t('common:header.newEntry')}
                onClick={newEntry}
                className={itemStyle(false)}
              >
                <Plus aria-hidden />
                <span>{t('new')}</span>
              </button>
            </li>
          )}
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => open(true)}
              className={itemStyle(isElsewhere)}
            >
              <span className="relative">
                <Ellipsis aria-hidden />
                {waiting > 0 && (
                  <span
                    aria-hidden
                    className="absolute -top-0.5 -right-1 size-2.5 rounded-full border border-paper bg-danger"
                  />
                )}
              </span>
              <span>{t('more')}</span>
            </button>
          </li>
        </ul>
      </nav>
      <Dialog open={isOpen === true} onOpenChange={open} title={t('label')}>
        <SectionList onChoose={() => open(false)} />
      </Dialog>
    </>
  );
}

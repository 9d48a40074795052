import {
  ArrowLeftRight,
  ChartLine,
  FileClock,
  Globe,
  HardDrive,
  HeartPulse,
  type LucideIcon,
  Palette,
  ReceiptText,
  Stethoscope,
  Tag,
  Ticket,
  Trash2,
  UserRound,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { cn } from '@/lib/cn';
import { isAtSection, type NavSection, useNavigation } from '@/lib/navigation';
import { useRefundRequestCount } from '@/lib/orders';
import { useAttentionCount } from '@/lib/overview';
import { useSession } from '@/lib/session';
import { isSettingUp } from '../model/first-steps';

export const sectionIcons: Record<NavSection['name'], LucideIcon> = {
  diseases: Stethoscope,
  patients: UserRound,
  trends: ChartLine,
  access: Ticket,
  orders: ReceiptText,
  pricing: Tag,
  people: Users,
  transfer: ArrowLeftRight,
  colors: Palette,
  status: HeartPulse,
  backups: HardDrive,
  domain: Globe,
  audit: FileClock,
  trash: Trash2,
};

/** Counts the tasks that wait for a person, by section. */
export const useSectionCounts = (): Partial<Record<NavSection['name'], number>> => {
  const { isAdmin } = useSession();
  return { orders: useRefundRequestCount(), status: useAttentionCount(isAdmin) };
};

const FirstSteps = lazy(() => import('./first-steps'));

/** All sections that this reader may use, in groups. */
export function SectionList({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const groups = useNavigation();
  const counts = useSectionCounts();
  const { can } = useSession();
  const [isNew, setNew] = useState(isSettingUp);

  const linkTo = (section: NavSection) => {
    const { name, path } = section;
    const SectionIcon = sectionIcons[name];
    const isHere = isAtSection(section, pathname);
    const current = pathname === path ? 'page' : 'true';
    const counted = name === 'orders' || name === 'status' ? name : undefined;
    const count = counts[name] ?? 0;
    return (
      <Link
        to={path}
        onClick={onChoose}
        aria-current={isHere ? current : undefined}
        className={cn(
          'flex min-h-9 items-center gap-3 rounded-md px-3 py-1 focus-visible:-outline-offset-2 coarse:min-h-(--control)',
          isHere
            ? 'bg-accent-soft font-semibold text-accent forced-colors:underline'
            : 'text-ink-2 transition-colors duration-100 hover:bg-sunk hover:text-ink',
        )}
      >
        <SectionIcon aria-hidden className="size-[1.125em] shrink-0" />
        <span className="min-w-0">{t(`name.${name}`)}</span>
        {counted && count > 0 && (
          <span className="ms-auto rounded-full bg-danger-soft px-2 text-sm font-semibold text-danger tabular-nums forced-colors:border">
            <span aria-hidden>{count}</span>
            <span className="sr-only">{`: ${t(`count.${counted}`, { count })}`}</span>
          </span>
        )}
      </Link>
    );
  };

  return (
    <nav aria-label={t('label')} className="flex flex-col gap-4">
      {groups.map(({ name, sections }) => (
        <div key={name}>
          <p id={`group-${name}`} className="px-3 pb-1 text-sm text-ink-3">
            {t(`group.${name}`)}
          </p>
          <ul aria-labelledby={`group-${name}`} className="flex flex-col gap-0.5">
            {sections.map((section) => (
              <li key={section.name}>{linkTo(section)}</li>
            ))}
          </ul>
        </div>
      ))}
      {isNew && can('people') && (
        <Suspense fallback={null}>
          <FirstSteps onChoose={onChoose} onDone={() => setNew(false)} />
        </Suspense>
      )}
    </nav>
  );
}

/** The navigation at the side of wide screens; it stays while the page scrolls. */
export default function Rail() {
  return (
    <div className="sticky top-0 max-h-dvh overflow-y-auto overscroll-contain p-3 pt-4">
      <SectionList />
    </div>
  );
}

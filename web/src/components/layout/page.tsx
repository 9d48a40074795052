import { type Ability, legalPages } from '@ctdb/contracts';
import { MoreHorizontal } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { AccessGate } from '@/components/layout/access-gate';
import { Button, LinkButton } from '@/components/ui/button';
import { Menu, type MenuEntry } from '@/components/ui/menu';
import { bilingualTexts } from '@/i18n/bilingual';
import { cn } from '@/lib/cn';
import { isAtPage, isAtSection, type NavPage, useNavigation } from '@/lib/navigation';
import { useConfig, useProductTitle } from '@/lib/session';
import { useDates } from '@/lib/dates';
import { UserText } from '@/components/ui/prose';
import { useHydrated } from '@/lib/use-hydrated';

/** Names the browser's tab: "Trends · Color Therapy Database", or with the deployed project's name at its end. */
export const usePageTitle = (title?: string): void => {
  const product = useProductTitle();
  const project = useConfig()?.site?.projectName;
  useEffect(() => {
    const parts = title ? [title, project ?? product] : [product, project];
    document.title = parts.filter(Boolean).join(' · ');
  }, [title, product, project]);
};

/** Links to the pages of a section. Each has an address of its own. Apart, because visitors do not load its texts. */
function SectionPages({ pages }: { pages: readonly NavPage[] }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('tabs')} className="-mt-2 mb-6 border-b border-line print:hidden">
      <ul className="flex flex-wrap gap-x-6">
        {pages.map((page) => {
          const isHere = isAtPage(page, pathname);
          return (
            <li key={page.name}>
              <Link
                to={page.path}
                aria-current={isHere ? 'page' : undefined}
                className={cn(
                  '-mb-px flex min-h-(--control) items-center border-b-2 px-1 font-semibold transition-colors duration-100 focus-visible:-outline-offset-2',
                  isHere
                    ? 'border-accent text-ink forced-colors:border-[Highlight]'
                    : 'border-transparent text-ink-2 hover:text-ink forced-colors:border-[Canvas]',
                )}
              >
                {t(`name.${page.name}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The links of the section to which the current page belongs, if it has others. */
function Tabs() {
  const { pathname } = useLocation();
  const sections = useNavigation().flatMap((group) => group.sections);
  const pages = sections.find((section) => isAtSection(section, pathname))?.pages ?? [];
  return pages.length > 1 && <SectionPages pages={pages} />;
}

/** The lesser actions of a page, or of a record on it. */
export function OverflowMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={t('page.actions')}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
      entries={entries}
    />
  );
}

/** The content of a screen between header and footer, to which the skip link and a change of the page lead. */
export function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={cn('mx-auto w-full flex-1 px-4 outline-none', className)}
    >
      {children}
    </main>
  );
}

interface PageProps {
  /** The page's one `h1`, also the browser tab's name. */
  title: string;
  /** Stands in place of the title, but not in the tab. */
  heading?: ReactNode;
  /** Under the title. */
  intro?: ReactNode;
  /** The page's one primary action, beside the title. */
  action?: ReactNode;
  /** Lesser actions, in a menu beside it. */
  menu?: readonly MenuEntry[] | false;
  /** A form or a text, which needs a column only; it begins at the same edge. */
  isNarrow?: boolean;
  /** Without this ability the page says how to get it, in place of its content. */
  needs?: Exclude<Ability, 'read'>;
  /** The title is for screen readers and the tab alone. */
  hideTitle?: boolean;
  children: ReactNode;
}

/** The content of one screen: one left edge and one width for all. */
export function Page(props: PageProps) {
  const { title, heading, intro, action, menu, isNarrow, needs, hideTitle, children } = props;
  usePageTitle(title);
  const content = needs ? <AccessGate needs={needs}>{children}</AccessGate> : children;
  return (
    <Main className="max-w-7xl py-6 sm:px-6 print:p-0">
      {hideTitle ? (
        <h1 className="sr-only">{title}</h1>
      ) : (
        <div className="mb-6 flex items-start justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
          <div className="max-w-3xl min-w-0">
            <h1 className="text-2xl wrap-anywhere">{heading ?? title}</h1>
            {intro && <div className="mt-1 text-ink-2">{intro}</div>}
          </div>
          {(action || menu) && (
            <div className="flex shrink-0 items-center gap-2 print:hidden">
              {action}
              {menu && <OverflowMenu entries={menu} />}
            </div>
          )}
        </div>
      )}
      <Tabs />
      {isNarrow ? <div className="max-w-3xl">{content}</div> : content}
    </Main>
  );
}

type FormPageProps = Pick<PageProps, 'title' | 'intro' | 'children'>;

/** The content of a screen that has one small form: a column in the middle. */
export function FormPage({ title, intro, children }: FormPageProps) {
  usePageTitle(title);
  return (
    <Main className="flex max-w-md flex-col gap-6 py-8 sm:py-12">
      <div>
        <h1 className="text-2xl">{title}</h1>
        {intro && <p className="mt-1 text-ink-2">{intro}</p>}
      </div>
      {children}
    </Main>
  );
}

/** The deployed project, the version, and the day of the deployment. Has its place before these are known. */
function DeployedSite() {
  const { formatDate } = useDates();
  const { site, version } = useConfig() ?? {};
  // Prerendered pages leave it open.
  const shown = useHydrated() ? site : undefined;
  return (
    <p className="min-h-lh text-sm wrap-anywhere text-ink-3 tabular-nums">
      {shown && (
        <>
          <UserText>{shown.projectName}</UserText>
          {version && ` · ${version}`} · {formatDate(shown.deployedAt)}
        </>
      )}
    </p>
  );
}

/** Says in both languages, at the end of every page, that the product replaces no doctor; in short for readers who know it. */
export function DisclaimerFooter({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation();
  const { en, kn } = isShort ? bilingualTexts.careShort : bilingualTexts.care;
  return (
    <footer className="mt-auto border-t border-line print:border-0">
      <div
        className={cn(
          'mx-auto max-w-7xl px-4 text-ink-2 sm:px-6',
          isShort
            ? 'flex flex-wrap gap-x-6 gap-y-1 py-3 text-sm'
            : 'grid gap-2 py-6 md:grid-cols-2 md:gap-8',
        )}
      >
        <p lang="en">{en}</p>
        <p lang="kn">{kn}</p>
        <nav aria-label={t('legal.label')} className="print:hidden">
          <ul className="flex flex-wrap gap-x-6">
            {legalPages.map((page) => (
              <li key={page}>
                <LinkButton to={`/${page}`} variant="link" className="text-sm">
                  {t(`legal.${page}`)}
                </LinkButton>
              </li>
            ))}
          </ul>
        </nav>
        <DeployedSite />
      </div>
    </footer>
  );
}

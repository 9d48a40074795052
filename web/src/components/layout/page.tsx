import { type ReactNode, useEffect } from 'react';
import { bilingualTexts } from '@/i18n/bilingual';
import { useLanguage } from '@/i18n/language';
import { cn } from '@/lib/cn';
import { formatDate } from '@/lib/dates';
import { useConfig, useProductTitle } from '@/lib/session';
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

interface PageProps {
  /** The page's one `h1`, also the browser tab's name. */
  title: string;
  /** Under the title. */
  intro?: ReactNode;
  /** The one primary action, and lesser ones, beside the title. */
  actions?: ReactNode;
  /** `text`: a column for reading and forms. `wide`: the whole width. */
  width?: 'text' | 'wide';
  /** The title is for screen readers and the tab alone. */
  hideTitle?: boolean;
  children: ReactNode;
}

/** The content of one screen between header and footer. */
export function Page({ title, intro, actions, width = 'wide', hideTitle, children }: PageProps) {
  usePageTitle(title);
  return (
    <main
      id="content"
      tabIndex={-1}
      className={cn(
        'mx-auto w-full flex-1 px-4 py-6 outline-none sm:px-6 print:p-0',
        width === 'text' ? 'max-w-3xl' : 'max-w-7xl',
      )}
    >
      {hideTitle ? (
        <h1 className="sr-only">{title}</h1>
      ) : (
        <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-2xl">{title}</h1>
            {intro && <div className="mt-1 text-ink-2">{intro}</div>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
      )}
      {children}
    </main>
  );
}

/** The deployed project, the version, and the day of the deployment. Has its place before these are known. */
function DeployedSite() {
  const language = useLanguage();
  const { site, version } = useConfig() ?? {};
  // Prerendered pages leave it open.
  const shown = useHydrated() ? site : undefined;
  return (
    <p className="min-h-lh text-sm wrap-anywhere text-ink-3 tabular-nums">
      {shown && (
        <>
          <UserText>{shown.projectName}</UserText>
          {version && ` · ${version}`} · {formatDate(shown.deployedAt, language)}
        </>
      )}
    </p>
  );
}

/** What the product is not, in both languages, at the end of every page. */
export function DisclaimerFooter() {
  return (
    <footer className="mt-auto border-t border-line print:border-0">
      <div className="mx-auto grid max-w-7xl gap-2 px-4 py-6 text-ink-2 sm:px-6 md:grid-cols-2 md:gap-8">
        <p lang="en">{bilingualTexts.care.en}</p>
        <p lang="kn">{bilingualTexts.care.kn}</p>
        <DeployedSite />
      </div>
    </footer>
  );
}

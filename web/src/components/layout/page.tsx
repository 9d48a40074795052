import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { usePageTitle } from '@/lib/page-title';

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
        'mx-auto w-full flex-1 px-4 py-6 outline-none sm:px-6',
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

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Button } from './button';

interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  className?: string;
}

/** Previous and next; each is disabled if there is no such page. */
export function Pagination({ page, pages, onPage, className }: PaginationProps) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('page.label')}
      className={cn('flex items-center justify-between gap-4', className)}
    >
      <Button
        size="icon"
        aria-label={t('page.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <span aria-live="polite" className="text-sm text-ink-2 tabular-nums">
        {t('page.position', { page, pages })}
      </span>
      <Button
        size="icon"
        aria-label={t('page.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}

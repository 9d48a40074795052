import type { Disease } from '@ctdb/contracts';
import { Link } from 'react-router-dom';
import { CategoryBadge } from '@/components/ui/category-badge';
import { cn } from '@/lib/cn';

interface RegistryRowProps {
  disease: Disease;
  selected: boolean;
  to: string;
}

/** One disease of the list: both names and the category. The bar marks the selected one. */
export function RegistryRow({ disease, selected, to }: RegistryRowProps) {
  return (
    <Link
      to={to}
      replace={selected}
      aria-current={selected ? 'true' : undefined}
      className={cn(
        'flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-s-4 border-transparent px-4 py-2.5',
        'hover:bg-sunk focus-visible:-outline-offset-2',
        selected && 'lg:border-accent lg:bg-accent-soft lg:hover:bg-accent-soft',
      )}
    >
      <span className="min-w-0 flex-1 basis-40">
        <span lang="en" className={cn('block', selected && 'lg:font-semibold')}>
          {disease.nameEn}
        </span>
        <span lang="kn" className="block text-ink-2">
          {disease.nameKn}
        </span>
      </span>
      <CategoryBadge category={disease.category} />
    </Link>
  );
}

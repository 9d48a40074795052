import { Skeleton } from '@/components/ui/progress';
import { LogoMark } from './logo-mark';

/** Stands for the content of a screen until its program is there. */
export function ContentSkeleton() {
  return (
    <div className="mx-auto w-full max-w-7xl flex-1 space-y-4 px-4 py-6 sm:px-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}

/** The first paint of a screen that is not prerendered. It has nothing that could be pressed. */
export function ScreenSkeleton({ title }: { title: string }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="flex min-h-14 items-center gap-2 border-b border-line bg-paper px-4 py-2 sm:px-6">
        <LogoMark className="max-[22.5rem]:hidden" />
        <span className="leading-heading font-semibold sm:text-lg">{title}</span>
      </div>
      <ContentSkeleton />
    </div>
  );
}

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { MAX_SEARCH_LENGTH } from '@ctdb/contracts';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { overlayStyle } from '@/components/ui/dialog-parts';
import { detectLanguage } from '@/lib/language';
import { type PaletteGroup, type PaletteItem, usePalette } from '../model/use-palette';

/** The box and what it finds; what was typed ends with it. */
function Results({ onChoose }: { onChoose: (item: PaletteItem) => void }) {
  const { t } = useTranslation(['shell', 'common']);
  const [text, setText] = useState('');
  const { groups, isPending, isFailed } = usePalette(text);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const found = isPending ? t('search.running') : t('search.found', { count });
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groups}
      value={text}
      onValueChange={setText}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={({ label }: PaletteItem) => label}
    >
      <div className="flex items-center gap-3 rounded-t-lg border-b border-line ps-4 pe-2 focus-within:border-accent">
        <Search aria-hidden className="size-5 shrink-0 text-ink-3" />
        <Autocomplete.Input
          aria-label={t('common:header.search')}
          placeholder={t('search.placeholder')}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <Dialog.Close
          render={
            <Button variant="quiet" size="icon-small" aria-label={t('common:action.close')}>
              <X aria-hidden />
            </Button>
          }
        />
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-2">
        <Autocomplete.List aria-label={t('search.results')}>
          {(group: PaletteGroup) => (
            <Autocomplete.Group key={group.name} items={group.items} className="not-last:mb-2">
              <Autocomplete.GroupLabel className="px-3 py-1 text-sm text-ink-3">
                {t(`search.group.${group.name}`)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    onClick={() => onChoose(item)}
                    className="flex min-h-(--control) cursor-default flex-wrap items-baseline gap-x-3 rounded-md px-3 py-1.5 outline-none select-none data-highlighted:bg-accent-soft data-highlighted:text-accent forced-colors:data-highlighted:underline"
                  >
                    <span lang={detectLanguage(item.label)}>{item.label}</span>
                    {item.detail && (
                      <span lang={detectLanguage(item.detail)} className="text-sm text-ink-2">
                        {item.detail}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
      <Autocomplete.Status className="border-t border-line px-5 py-2 text-sm text-ink-2">
        {isFailed ? t('search.failed') : found}
      </Autocomplete.Status>
    </Autocomplete.Root>
  );
}

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Diseases, patients, pages and actions by their names. */
export default function Palette({ open, onOpenChange }: PaletteProps) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const choose = ({ run }: PaletteItem) => {
    onOpenChange(false);
    run();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayStyle} />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector('input') ?? true}
          className="float fixed top-[min(6rem,10dvh)] left-1/2 z-50 flex max-h-[min(36rem,80dvh)] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col rounded-lg border border-line bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">{t('header.search')}</Dialog.Title>
          <Results onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

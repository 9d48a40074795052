import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useSession } from '@/lib/session';
import { shortcutKeys } from '@/lib/shortcut-keys';
import { type ShortcutKey, switchShortcuts, useShortcut, useShortcutsOn } from '@/lib/shortcuts';
import { type ShownList, useListKeys } from '@/features/registry/model/use-list-keys';

const names = {
  '/': 'search',
  j: 'next',
  k: 'previous',
  n: 'newEntry',
  e: 'edit',
  '?': 'help',
} as const;

/** Listens to the keys. The button shows them; in their dialog they can be switched off. */
export function Shortcuts(list: ShownList) {
  const { t } = useTranslation('shortcuts');
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const on = useShortcutsOn();
  useListKeys(list);
  const rights: Partial<Record<ShortcutKey, boolean>> = { n: can('tools'), e: can('edit') };
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)} {...useShortcut('?')}>
        <Keyboard aria-hidden />
        {t('title')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('title')}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
          {shortcutKeys
            .filter((key) => rights[key] ?? true)
            .map((key) => (
              <div key={key} className="contents">
                <dt>
                  <kbd
                    lang="en"
                    className="inline-block min-w-8 rounded-sm border border-line-strong bg-sunk px-2 text-center"
                  >
                    {key}
                  </kbd>
                </dt>
                <dd>{t(names[key])}</dd>
              </div>
            ))}
        </dl>
        <label className="mt-6 flex min-h-(--control) items-center gap-3">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => switchShortcuts(event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          {t('on')}
        </label>
      </Dialog>
    </>
  );
}

import { Contrast } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { readTheme, setTheme, themes } from '@/theme/theme';

/** Light, dark, or as the device has it. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const [theme, choose] = useState(readTheme);
  const change = (value: string) => {
    const next = themes.find((name) => name === value);
    if (!next) return;
    setTheme(next);
    choose(next);
  };
  const label = t('theme.label');
  const options = themes.map((value) => ({ value, label: t(`theme.${value}`) }));
  return (
    <Menu
      trigger={
        <Button look="quiet" size="icon" aria-label={`${label}: ${t(`theme.${theme}`)}`}>
          <Contrast aria-hidden />
        </Button>
      }
      entries={[{ kind: 'choice', label, value: theme, options, onChange: change }]}
    />
  );
}

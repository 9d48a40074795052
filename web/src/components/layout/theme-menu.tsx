import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { readTheme, setTheme, themes, type Theme } from '@/theme/theme';

const signs = { light: Sun, dark: Moon, system: Monitor };

/** Light, dark, or as the device has it. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const [theme, choose] = useState(readTheme);
  const Sign = signs[theme];
  const change = (next: Theme) => {
    setTheme(next);
    choose(next);
  };
  const name = `${t('theme.label')}: ${t(`theme.${theme}`)}`;
  return (
    <Menu
      trigger={
        <Button look="quiet" size="icon" aria-label={name}>
          <Sign aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        label={t('theme.label')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={change}
      />
    </Menu>
  );
}

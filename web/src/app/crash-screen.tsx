import { Component, type ReactNode } from 'react';
import { i18n } from '@/i18n';
import { Button } from '@/components/ui/button';

interface State {
  crashed: boolean;
}

/** What is shown where a screen cannot be: a fault in it, or its file did not arrive. */
export class CrashScreen extends Component<{ children: ReactNode }, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    const t = i18n.getFixedT(null, 'common');
    return (
      <main role="alert" className="mx-auto flex max-w-3xl flex-col items-start gap-4 px-4 py-12">
        <h1 className="text-2xl">{t('crash.title')}</h1>
        <p className="text-ink-2">{t('crash.hint')}</p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      </main>
    );
  }
}

import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@/components/ui/button';

const print = async () => {
  // The font of Kannada is loaded when a sheet first shows it.
  await document.fonts.ready;
  window.print();
};

interface PrintButtonProps extends Pick<ButtonProps, 'variant'> {
  /** Images of the sheet are still loading. */
  isLoading: boolean;
}

/** Prints the sheet. */
export function PrintButton({ variant, isLoading }: PrintButtonProps) {
  const { t } = useTranslation('sheet');
  return (
    <Button variant={variant} pending={isLoading} onClick={() => void print()}>
      {t('print')}
    </Button>
  );
}

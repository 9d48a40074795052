import { Copy } from 'lucide-react';
import { toast } from '@/lib/toast';
import { Button } from './button';
import { Tooltip } from './tooltip';

interface CopyButtonProps {
  text: string;
  /** What the button does: "Copy receipt number". */
  label: string;
  copied: string;
  /** Where the browser forbids it. */
  failed: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(copied);
    } catch {
      // Forbidden, or no clipboard at all outside of https.
      toast.error(failed);
    }
  };
  return (
    <Tooltip label={label}>
      <Button size="icon-small" look="quiet" aria-label={label} onClick={() => void copy()}>
        <Copy aria-hidden />
      </Button>
    </Tooltip>
  );
}

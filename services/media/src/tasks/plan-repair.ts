/** Where the right bytes of an image are to come from. */
export type Source = 'master' | 'backup' | 'legacy';

/** What is to be written; what is right is never among it. */
export interface RepairPlan {
  source: Source;
  writes: ('master' | 'backup')[];
}

/** Which of an image's copies match the checksum that it was stored with. */
export interface CopyValidity {
  master: boolean;
  backup: boolean;
  /** The bytes of the old kind, re-encoded: they have no checksum of their own. */
  legacy: boolean;
}

/** What makes both copies right; null where no copy is. */
export const planRepair = ({ master, backup, legacy }: CopyValidity): RepairPlan | null => {
  if (master) return { source: 'master', writes: backup ? [] : ['backup'] };
  if (backup) return { source: 'backup', writes: ['master'] };
  if (legacy) return { source: 'legacy', writes: ['master', 'backup'] };
  return null;
};

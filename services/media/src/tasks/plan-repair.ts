/** The source of an image's right bytes. */
export type Source = 'master' | 'backup' | 'legacy';

/** Names only copies that are not valid. */
export interface RepairPlan {
  source: Source;
  writes: ('master' | 'backup')[];
}

/** Which copies match the stored checksum. */
export interface CopyValidity {
  master: boolean;
  backup: boolean;
  /** The inline bytes, re-encoded: they have no checksum of their own. */
  legacy: boolean;
}

/** What makes both copies valid; null if no copy is. */
export const planRepair = ({ master, backup, legacy }: CopyValidity): RepairPlan | null => {
  if (master) return { source: 'master', writes: backup ? [] : ['backup'] };
  if (backup) return { source: 'backup', writes: ['master'] };
  if (legacy) return { source: 'legacy', writes: ['master', 'backup'] };
  return null;
};

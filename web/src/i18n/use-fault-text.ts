import type { FieldFault } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';

/**
 * Words for one fault of one field, from a form's schema or a `VALIDATION_FAILED` answer. A fault
 * of the contracts that has no words in `faults.json` does not compile here.
 */
export const useFaultText = () => {
  const { t } = useTranslation('faults');
  return ({ code, params }: Pick<FieldFault, 'code' | 'params'>): string => t(code, { ...params });
};

import { useNavigate } from 'react-router-dom';
import { useHeaderAction } from '@/lib/header-action';

/** Runs the screen's own action for New Entry, else opens the form of a disease. */
export const useNewEntry = (): (() => void) => {
  const navigate = useNavigate();
  const action = useHeaderAction();
  return action ?? (() => void navigate('/app/add-disease'));
};

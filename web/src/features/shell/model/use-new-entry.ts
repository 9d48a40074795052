import { useNavigate } from 'react-router-dom';
import { useHeaderAction } from '@/lib/header-action';

/** What New Entry does: the action of the screen, else it opens the form of a disease. */
export const useNewEntry = (): (() => void) => {
  const navigate = useNavigate();
  const action = useHeaderAction();
  return action ?? (() => void navigate('/app/add-disease'));
};

import { type FormEvent, useState } from 'react';
import { ApiError } from './api';
import { useErrorMessages } from './error-messages';

/**
 * A small form with one message.
 * @param findError why the typed values cannot be sent
 * @param send sends them; its error becomes the message
 * @param failed the message of an error without a code
 */
export const useMessageForm = (
  findError: () => string | undefined,
  send: () => Promise<unknown>,
  failed?: string,
) => {
  const { errorText } = useErrorMessages();
  const [message, setMessage] = useState<string>();
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = findError();
    setMessage(found);
    if (found) return;
    setPending(true);
    try {
      await send();
    } catch (error) {
      const isKnown = error instanceof ApiError && error.code !== undefined;
      setMessage(isKnown ? errorText(error) : (failed ?? errorText(error)));
    }
    setPending(false);
  };
  return { message, isPending, submit };
};

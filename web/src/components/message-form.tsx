import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Failure } from '@/components/failure';
import { Form, FormActions } from '@/components/ui/form';
import { useErrorMessages } from '@/lib/error-messages';

interface MessageFormProps extends Omit<ComponentProps<typeof FormActions>, 'isSaving'> {
  /** Why the typed values cannot be sent. */
  findError: () => string | undefined;
  /** Sends them; its error becomes the message. */
  send: () => Promise<unknown>;
  /** The message of an error without a code. */
  failed?: string | undefined;
  /** Buttons after the first one. */
  beside?: ReactNode;
}

/** A small form with one message, which says why it was not sent. */
export function MessageForm(props: MessageFormProps) {
  const { findError, send, failed, beside, children, ...actions } = props;
  const { errorText } = useErrorMessages();
  const [found, setFound] = useState<string>();
  const { mutate, reset, error, isPending } = useMutation({ mutationFn: send });
  const submit = () => {
    const wrong = findError();
    setFound(wrong);
    if (wrong) reset();
    else mutate();
  };
  return (
    <Form onSubmit={submit}>
      {children}
      <Failure>{found ?? (error && errorText(error, failed))}</Failure>
      <FormActions {...actions} isSaving={isPending}>
        {beside}
      </FormActions>
    </Form>
  );
}

import { type ComponentProps, useRef } from 'react';
import { Button, type ButtonProps } from './button';

interface FileButtonProps extends ButtonProps {
  /** The attributes of the browser's own control, which is hidden. */
  control: Pick<ComponentProps<'input'>, 'accept' | 'multiple'> & { 'data-testid': string };
  onFiles: (files: readonly File[]) => void;
}

/** A button that lets the reader choose files. */
export function FileButton({ control, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        {...control}
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  );
}

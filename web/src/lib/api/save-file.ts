/** Lets the browser save a file that was fetched. Not a plain link, which would carry no token. */
export const saveFile = ({ name, content }: { name: string; content: Blob }): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

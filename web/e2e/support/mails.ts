import { becomes } from './expect.ts';
import { settings } from './settings.ts';

interface Mail {
  subject: string;
  text?: string;
  to?: { address?: string }[];
  attachments: { filename: string }[];
}
interface CaughtMail {
  id: number;
  mail: Mail;
}

/** The newest mail to an address, in the catcher of the product that is tested, as soon as it is there. */
export const mailTo = async (
  address: string,
  words: string | RegExp,
): Promise<{ subject: string; text: string; attachments: { name: string; url: string }[] }> => {
  const found: CaughtMail[] = [];
  await becomes(
    async () => {
      const answer = await fetch(`${settings.mailPage}/mails.json`);
      const mails = (await answer.json()) as CaughtMail[];
      const isSought = ({ mail: { to = [], text = '' } }: CaughtMail) =>
        to.some((one) => one.address === address) &&
        (typeof words === 'string' ? text.includes(words) : words.test(text));
      found.push(...mails.filter(isSought));
      return found.length > 0;
    },
    true,
    `a mail to ${address} with ${words}`,
  );
  const { id, mail } = found[0] ?? {};
  const attachments = mail?.attachments.map(({ filename: name }, at) => ({
    name,
    url: `${settings.mailPage}/mails/${id}/${at}`,
  }));
  return { subject: mail?.subject ?? '', text: mail?.text ?? '', attachments: attachments ?? [] };
};

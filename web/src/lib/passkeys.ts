import type { PartInput, PasskeyOptions, Proof, routes } from '@ctdb/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type NewPasskey = PartInput<typeof routes.addPasskey, 'body'>['credential'];
type UsedPasskey = Extract<Proof, { passkey: unknown }>['passkey'];

// Loaded when it is needed: few persons use it, and seldom.
const load = () => import('@simplewebauthn/browser');

/** Has the browser create a passkey; rejects if the person cancels. */
export const createPasskey = async (options: PasskeyOptions): Promise<NewPasskey> => {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as NewPasskey;
};

/** Has the person use a passkey; rejects if they cancel. */
export const getPasskey = async (options: PasskeyOptions): Promise<UsedPasskey> => {
  const { startAuthentication } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as UsedPasskey;
};
